import { MAX_ALL_CALLS_WEBHOOKS } from '../../lambdas/domain/records/webhook.ts';
import { production } from '../config/production.ts';

const { budgets, calls, telephony, webhooks } = production;

const count = (amount: number) => amount.toLocaleString('en-US');

const DESCRIPTION = `Places telephone calls in which an agent converses, and tells your webhook what happened.

Every request carries an access token (\`Authorization: Bearer …\`); what belongs to others is not there for it.
Each path also works with a slash at its end. Success is always 200, but for one operation that redirects (302). Failures all have the same body, \`Error\`, and every answer
has the header \`x-request-id\`. A key that an operation does not know is a fault, so that a misspelt one is not lost in silence;
a body has at most 300,000 bytes.

null means that an optional field is not set, so that it takes its default. In an update, null clears a field that may be null;
any other field is refused (422, \`not_clearable\`).

A token has scopes, of which each operation needs one (its \`security\` says which); a request without it is refused (403, \`missing_scope\`).
\`read\` is for what reads, \`write\` for what changes records, \`calls\` for placing and ending calls, \`tokens\` for tokens, and \`agents:read\`, \`agents:write\` and so on for one group of operations.
A token without scopes may do everything.

Limits, which whoever runs the service configures; these are the ones that it comes with:

- You may have ${count(calls.concurrentPerUser)} open calls at once: calls that are not over, whether they were dialled yet or not. One more is refused (429, \`too_many_calls\`).
- Through one telephony account, ${count(calls.perSecondPerAccount)} call a second is dialled; the others wait. Users who share an account take turns, and each user’s calls are dialled roughly in the order in which they were created: calls that were created within a second may change places. None is refused for that. Scheduled calls count among your open calls from when they are due; one that finds no room within about ten minutes fails, with \`too_many_calls\` in its \`error_message\`.
- ${count(webhooks.concurrencyPerUser)} deliveries to your webhooks are under way at once; the others wait, and none is lost for that. You may ask for ${count(webhooks.requestsPerUser.testsPerMinute)} tests and ${count(webhooks.requestsPerUser.retriesPerMinute)} retries a minute, and have ${count(webhooks.requestsPerUser.replaysAtOnce)} replays under way at once (429, \`too_many_delivery_requests\`).
- You may have ${MAX_ALL_CALLS_WEBHOOKS} webhooks with \`all_calls\` (409, \`too_many_all_calls_webhooks\`).
- A call lasts ${count(telephony.maxCallSeconds / 60)} minutes at most. In the last of them the agent says goodbye instead of answering.
- A token may make ${count(budgets.token.rate)} requests a second, and up to ${count(budgets.token.burst)} at once (429, \`token_budget_spent\`); all your tokens together ${count(budgets.user.rate)}, and up to ${count(budgets.user.burst)} at once (\`user_budget_spent\`). Requests of others do not count against yours.`;

/** The general part of the document. */
export const API_INFO = {
  title: 'Phone-call agents',
  version: '1.0.0',
  description: DESCRIPTION,
  license: { name: 'MIT', identifier: 'MIT' },
};

/** The URL of the API: your own deployment. */
export const SERVERS = [
  {
    url: '{base_url}',
    variables: {
      base_url: {
        default: 'http://127.0.0.1:3000',
        description: 'Address of your deployment, or of the service on this machine.',
      },
    },
  },
];

/** Descriptions of the groups of operations. */
export const GROUPS: Readonly<Record<string, string>> = {
  account_connections: 'Your accounts at other vendors, for language models and for telephony.',
  actions: 'What agents can do in a call besides talking.',
  agents: 'The callers: their instructions, voices and actions.',
  audit: 'Who changed your records.',
  calls: 'Telephone calls, from placing them to their transcript.',
  do_not_call: 'The numbers that are not called.',
  numbers: 'Telephone numbers that you hold.',
  prompts: 'The instructions of agents.',
  tokens: 'The access tokens of your programs.',
  usage: 'Your quotas and their use.',
  vector_databases: 'The knowledge of agents.',
  voices: 'The voices of agents.',
  webhooks: 'Where events are delivered.',
};
