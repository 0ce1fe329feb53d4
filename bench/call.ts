import * as z from 'zod';
import type { Trigger } from '../lambdas/platform/worker.ts';
import { workers } from '../lambdas/workers.ts';
import { WebhookReceiver } from '../test/support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, placeCall } from '../test/support/scene.ts';
import { type MeasuredService, startMeasuredService } from './measured-service.ts';
import { unitsOf } from './request-record.ts';
import { number, type Table } from './table.ts';

const TURNS = 8;

/** As slow as a typical vendor's model, because waiting functions cost money. */
const MODEL = {
  first_token_ms: 500,
  token_ms: 25,
  reply: 'That day is free. I have put it down for you. What time would you like to come?',
};
const SYSTEM = 'BENCH-CALL';

/** Excludes functions that only the measurement calls, and those that also run without calls. */
const NOT_OF_CALLS = ['', 'api/calls/get', 'tokens/authorizer', 'calls/reconciliation/reconcile'];

/** Bytes of Lambda's own log lines for an invocation (START, END, REPORT), and of API Gateway's line for a request. */
const PLATFORM_LOG_BYTES = 350;
const ACCESS_LOG_BYTES = 300;

/** Maximum KMS requests of a call: DynamoDB and S3 repeat them every few minutes, whatever the load. */
const KEY_REQUESTS = 4;

/** The factor by which functions are slower on Lambda: 512 MB buy a third of a processor, and DynamoDB is further away. */
const SLOWER_ON_LAMBDA = 2;

/** Measures a call's use of AWS, on which docs/cost.md and docs/scale.md base their figures. */
export async function measureCall(): Promise<Table> {
  const receiver = new WebhookReceiver();
  const service = await startMeasuredService(1);
  try {
    await addModelRules(service.connection, [{ when: { system: SYSTEM }, ...MODEL }]);
    const { agent } = await makeAgent(service.api, {
      prompt: `${SYSTEM}. You book appointments.`,
      initialMessage: 'Good morning, this is the Lakeside practice. How can I help you?',
      webhookUrl: await receiver.listen(),
    });
    const { id } = z.object({ id: z.string() }).parse(agent);
    // Starts the functions.
    await hold(service, receiver, { agent: id, turns: 1 });
    const [requests, invocations, logBytes] = [
      service.requests.length,
      service.invocations.length,
      service.logBytes(),
    ];
    const seconds = await hold(service, receiver, { agent: id, turns: TURNS });
    return tableOf(unitsUsed(service, { requests, invocations, logBytes }, seconds), seconds);
  } finally {
    await service.close();
    await receiver.close();
  }
}

const times = z.object({ id: z.string(), start_time: z.coerce.date(), end_time: z.coerce.date() });

/** Runs a call until its last event is delivered. Returns its seconds. */
async function hold(
  { api, connection }: MeasuredService,
  receiver: WebhookReceiver,
  { agent, turns }: { readonly agent: string; readonly turns: number },
): Promise<number> {
  const script = Array.from({ length: turns }, (_, turn) => ({
    say: `I could come on Tuesday, number ${turn + 1}, in the afternoon.`,
  }));
  const { call } = await placeCall(connection, api, { agent, callee: { answer: 'answer', script } });
  const { id } = z.object({ id: z.string() }).parse(call);
  for (let waits = 0; waits < 10; waits++) {
    const ended = await api.finishedCall(id).catch(() => undefined);
    if (!ended) continue;
    await receiver.eventsWith(id, ['event_transcript', 'event_recording']);
    const { start_time: start, end_time: end } = times.parse(ended);
    return (end.getTime() - start.getTime()) / 1000;
  }
  throw new Error('The call did not end.');
}

const deployed = z.object({ MemorySize: z.number() });

interface Mark {
  readonly requests: number;
  readonly invocations: number;
  readonly logBytes: number;
}

/** The work of calls' functions since then. */
function workSince(service: MeasuredService, since: Mark) {
  const entry = (name = '') => service.entryOf(name);
  const isOfCalls = ({ functionName }: { readonly functionName: string | undefined }) =>
    !NOT_OF_CALLS.includes(entry(functionName));
  const memory = new Map(
    service.resources
      .filter(({ type }) => type === 'AWS::Lambda::Function')
      .map(({ ref, properties }) => [ref, deployed.parse(properties).MemorySize / 1024]),
  );
  const invocations = service.invocations.slice(since.invocations).filter(isOfCalls);
  const requests = service.requests.slice(since.requests).filter(isOfCalls);
  const secondsOf = (counted: typeof invocations, weightOf = (_name: string) => 1) =>
    counted.reduce((sum, each) => sum + (weightOf(each.functionName) * each.durationMs) / 1000, 0) *
    SLOWER_ON_LAMBDA;
  return {
    invocations,
    requests,
    secondsOf,
    gbSeconds: secondsOf(invocations, (name) => memory.get(name) ?? 0),
    of: (name: string) => invocations.filter(({ functionName }) => entry(functionName) === name),
    // Endpoints have no trigger.
    by: (...kinds: readonly (Trigger['by'] | undefined)[]) =>
      invocations.filter(({ functionName }) => kinds.includes(workers[entry(functionName)]?.trigger.by))
        .length,
    asked: (name: string, operation?: string) =>
      requests.filter((each) => each.service === name && (operation ?? each.operation) === each.operation)
        .length,
  };
}

function unitsUsed(service: MeasuredService, since: Mark, seconds: number): ReadonlyMap<string, number> {
  const { invocations, requests, secondsOf, gbSeconds, of, by, asked } = workSince(service, since);
  const rest = by('callback', undefined);
  const [answers, deliveries] = [of('calls/relay/message'), of('deliveries/deliver')];
  const { read, write } = unitsOf(requests);
  const lines = invocations.length * PLATFORM_LOG_BYTES + (rest + by('socket')) * ACCESS_LOG_BYTES;
  const messages = answers.length + asked('execute-api', 'PostToConnection');
  return new Map([
    ['Lambda: GB-seconds', gbSeconds],
    ['Lambda: invocations', invocations.length],
    ['Lambda: seconds of answers', secondsOf(answers)],
    ['Lambda: seconds of deliveries', secondsOf(deliveries)],
    ['Lambda: invocations of deliveries', deliveries.length],
    ['API Gateway: REST requests', rest],
    ['API Gateway: frames', answers.length],
    ['API Gateway: WebSocket messages and minutes', messages + seconds / 240],
    ['DynamoDB: write units', write],
    ['DynamoDB: read units', read],
    ['EventBridge: events', by('event')],
    // A message is sent, received and deleted, one at a time.
    ['SQS: requests', 3 * by('queue', 'event')],
    ['S3: puts', asked('s3', 'PutObject')],
    ['CloudWatch Logs: KB', (service.logBytes() - since.logBytes + lines) / 1000],
    ['KMS: requests', KEY_REQUESTS],
    ['Secrets Manager: requests', asked('secretsmanager')],
  ]);
}

const tableOf = (units: ReadonlyMap<string, number>, seconds: number): Table => ({
  title: 'A call',
  note:
    `A call of ${TURNS} turns in ${seconds.toFixed(0)} seconds with warm functions, a recording, a webhook that receives every event, and a model with its first token after ${MODEL.first_token_ms} ms. ` +
    `Function times are multiplied by ${SLOWER_ON_LAMBDA}, because Lambda's processors are slower and DynamoDB is further away. A WebSocket minute costs a quarter of a message. docs/cost.md and docs/scale.md use these figures.`,
  columns: ['part', 'units', 'a minute', 'a second'],
  rows: [...units].map(([part, value]) => [
    part,
    number(value, 1),
    number((value / seconds) * 60, 1),
    number(value / seconds, 3),
  ]),
});
