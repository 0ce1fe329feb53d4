import { renderTable, type Table } from '../table.ts';

/** What docs/scale.md shows. */
export interface Page {
  readonly outcome: Table;
  readonly burst: Table;
  readonly replay: Table;
  readonly quotas: Table;
  readonly comparison: Table;
  /** Seconds and turns of the usual call. */
  readonly callSeconds: number;
  readonly turns: number;
}

/** The text of docs/scale.md. */
export function scalePage({ outcome, burst, replay, quotas, comparison, callSeconds, turns }: Page): string {
  return `# How far it scales

To prepare for a number of simultaneous conversations, take its column of [quotas and values](#quotas-to-ask-for-and-values-to-configure). The other sections show what saturates without them.

\`npm run bench -- --only scale\` writes this page. It measures each invocation of a call on this machine: its time, its requests to AWS, and the capacity units that it takes of each partition. From that it simulates a deployment under the limits of AWS and of the configuration. A limit that is exceeded refuses, retries or delays a request, as on AWS. Simulated invocations take twice as long as measured ones: Lambda's processors are slower than this machine, and DynamoDB is further away. The usual call takes ${Math.round(callSeconds)} seconds and has ${turns} turns.

${renderTable(outcome)}
![What limits add to an answer of the agent, by simultaneous conversations](scale-delay.svg)

![How much of each limit is used, by simultaneous conversations](scale-limits.svg)

${renderTable(quotas)}
Ask for the quotas in the console of Service Quotas before you change the configuration. In some Regions, API Gateway's default is [2,500 requests a second](https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html): ask there for the number of the table, too. Set \`concurrency.account\` to the quota that AWS granted: \`cdk synth\` refuses a configuration that needs more. \`warmThroughput\` gives the table its throughput from the start. Without it, a new table takes 4,000 write units and 12,000 read units a second, and at most doubles that within 30 minutes.

${renderTable(burst)}
${renderTable(replay)}
${renderTable(comparison)}
## What the simulation leaves out

- The limits of the telephony vendor and of the model.
- Reconciliation: 10,000 open calls cause 84 to 222 requests a second to the vendor ([0044](decisions/0044-reconciliation-keeps-up.md)).
- Requests of API consumers, except those that create calls.
- Conflicts of transactions. [0047](decisions/0047-creations-of-a-user-do-not-meet.md) says why concurrent creations of one user do not conflict.
`;
}
