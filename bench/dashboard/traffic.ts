import type { CloudWatch } from 'cdk-local/cloudwatch/cloudwatch.ts';
import { WebhookReceiver } from '../../test/support/peers/webhook-receiver.ts';
import { ALL_EVENTS, addModelRules, makeAgent, placeCall } from '../../test/support/scene.ts';
import type { Api } from '../../test/support/service/api.ts';
import type { Connection } from '../../test/support/service/service-process.ts';

interface Traffic {
  readonly connection: Connection;
  readonly api: Api;
  readonly cloudWatch: CloudWatch;
  readonly waves: number;
  /** Minutes from one wave to the next. */
  readonly minutes: number;
}

const MINUTE_MS = 60_000;
const CONVERSATIONS = 6;

const TALK = [
  'Good morning.',
  'I would like an appointment.',
  'On Tuesday, in the afternoon.',
  'At three, please.',
  'Thank you.',
].map((say) => ({ say }));

/** The scripted model: as fast as a usual one, then slow, then broken, and well again. */
const MODEL = { first_token_ms: 450, token_ms: 25, reply: 'That is fine. What else can I do for you?' };
const RULES: Readonly<Record<number, object>> = {
  3: { ...MODEL, first_token_ms: 1800 },
  4: { fault: 'http_500' },
};
/** The wave in which the receiver of webhooks fails. */
const RECEIVER_FAILS = 6;

/** Calls in waves, with some that nobody answers or that the vendor refuses, and a trouble of each kind that passes. */
export async function causeTraffic({ connection, api, cloudWatch, waves, minutes }: Traffic): Promise<void> {
  const receiver = new WebhookReceiver();
  try {
    const url = await receiver.listen();
    const { agent } = await makeAgent(api, {
      prompt: 'BENCH-DASHBOARD. You book appointments.',
      initialMessage: 'Good morning, this is the Lakeside practice.',
      webhookUrl: url,
    });
    const doomed = await api.created('/v1/webhooks/create', {
      subscriptions: ALL_EVENTS,
      url: `${url}/other`,
    });
    for (let wave = 0; wave < waves; wave++) {
      const begun = cloudWatch.now();
      receiver.status = wave === RECEIVER_FAILS ? 500 : 200;
      await addModelRules(connection, [{ when: { system: 'BENCH-DASHBOARD' }, ...(RULES[wave] ?? MODEL) }]);
      if (wave === RECEIVER_FAILS)
        await patiently(() => api.created(`/v1/webhooks/test?id=${String(doomed.id)}`));
      await callPeople({ connection, api }, String(agent.id), CONVERSATIONS + wave);
      const passed = Math.round((cloudWatch.now() - begun) / MINUTE_MS);
      cloudWatch.pass(Math.max(0, minutes - passed));
    }
  } finally {
    await receiver.close();
  }
}

/** Calls people at once, and resolves when all calls are over. */
async function callPeople(
  { connection, api }: Pick<Traffic, 'connection' | 'api'>,
  agent: string,
  conversations: number,
): Promise<void> {
  const callees = [
    ...Array.from({ length: conversations }, () => ({ answer: 'answer', script: TALK })),
    { answer: 'busy' },
    { answer: 'no-answer' },
    { answer: 'reject-request' },
  ];
  const placed = [];
  // One after the other: the clock is fast, and the machine is not.
  for (const callee of callees)
    placed.push(await patiently(() => placeCall(connection, api, { agent, callee })));
  await api.get('/v1/calls/list?limit=50');
  await api.get('/v1/usage');
  await api.get('/v1/calls/get?id=00000000-0000-7000-8000-000000000000');
  for (const { call } of placed) await over(api, String(call.id));
}

/** Tries a second time: time-outs go by the clock, and a function starts for the first time. */
const patiently = <Result>(work: () => Promise<Result>) => work().catch(work);

/** Resolves when a call is over; each look waits for some seconds. */
async function over(api: Api, id: string): Promise<void> {
  for (let looks = 0; looks < 30; looks++) if (await api.finishedCall(id).catch(() => undefined)) return;
  throw new Error('A call did not end.');
}
