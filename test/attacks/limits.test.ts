import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDelivery } from '../../lambdas/deliveries/model/delivery.ts';
import { createDelivery } from '../../lambdas/deliveries/store/deliveries.ts';
import { countTokens } from '../../lambdas/usage/store/day-use.ts';
import production from '../support/environments/production.ts';
import { WebhookReceiver } from '../support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, newNumber, placeCall, setCallee } from '../support/scene.ts';
import { type Answer, type Api, getJson, until } from '../support/service/api.ts';
import { newUser } from '../support/service/new-user.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';
import { messageFor } from '../support/table/stored-webhook.ts';

const MODEL_TOKENS = 1_000_000;
const A_PART = 20;

const receiver = new WebhookReceiver();
let service: OwnService;

beforeAll(async () => {
  service = await startOwnService({
    QUOTAS: JSON.stringify({ ...production.quotas, model_tokens: MODEL_TOKENS }),
    REHEARSALS_PER_HOUR: '7',
    REHEARSAL_TURNS_AT_ONCE: '2',
    REPLAYS_AT_ONCE: '1',
    DELIVERIES_A_PART: String(A_PART),
  });
  await addModelRules(service.connection, [
    // Longer than a busy machine takes to run the function four times, once it has started it as often.
    { when: { system: 'REHEARSED', last_user: 'slow' }, reply: 'I think. '.repeat(50), token_ms: 100 },
    { when: { system: 'REHEARSED' }, reply: 'Yes.', token_ms: 0 },
  ]);
}, 180_000);

afterAll(async () => {
  await service.close();
  await receiver.close();
});

const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

describe('a user of rehearsals', () => {
  /** Begins several rehearsals. Returns the answers. */
  async function begin(api: Api, number: number) {
    const { agent } = await makeAgent(api, { prompt: 'REHEARSED' });
    return Promise.all(
      Array.from({ length: number }, () => api.post('/v1/rehearsals/create', { agent: agent.id })),
    );
  }

  it('may begin the configured number in an hour, and no more', async () => {
    const answers = await begin(service.api, 9);

    expect(statusesOf(answers)).toEqual([...Array(7).fill(200), 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused).toMatchObject({ body: { detail: [{ type: 'too_many_rehearsals' }] } });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('may have the configured number of turns under way, and no more', async () => {
    // A further line of the same rehearsal would interrupt the turn.
    const ids: string[] = (await begin(service.secondApi, 4)).map(({ body }) => body.id);
    const say = (id: string | undefined, text: string) =>
      service.secondApi.post(`/v1/rehearsals/say?id=${id}`, { text });
    await Promise.all(ids.map((id) => say(id, 'Hello.')));

    const answers = await Promise.all(ids.map((id) => say(id, 'Be slow.')));
    const later = await say(ids[0], 'And now?');

    expect(statusesOf(answers)).toEqual([200, 200, 429, 429]);
    expect(later.status).toBe(200);
  }, 120_000);
});

it('a user whose model tokens of the day are used up hears it in the call, can place none, takes none, and has none dialed at its time', async () => {
  const api = await newUser(service.connection, 'production');
  const { agent } = await makeAgent(api);
  const { number, user_id } = await api.created('/v1/numbers/buy', { inbound_agent: agent.id });
  const from = { ...service.connection, phone_number: number };
  const script = [1, 2, 3, 4, 5].map((turn) => ({ say: `An appointment, please, number ${turn}.` }));
  const callee = { answer: 'answer', script: [...script, { wait_ms: 1_000_000 }] };
  const to_number = newNumber();
  await setCallee(service.connection, to_number, callee);
  const { call } = await placeCall(from, api, { agent: agent.id, callee });
  // Long enough to use up the quota before its time.
  const scheduled_at = new Date(Date.now() + 15_000).toISOString();
  const body = { from_number: number, to_number, agent: agent.id, scheduled_at };
  const scheduled = await api.created('/v1/calls/create', body);
  for (const now of [new Date(), new Date(Date.now() + 24 * 3_600_000)])
    await countTokens(service.table, { userId: user_id, now }, MODEL_TOKENS - 1);

  const ended = await api.finishedCall(call.id);
  const next = await api.post('/v1/calls/create', { ...body, scheduled_at: null });
  const heard = await callUp(number);
  const undialed = await api.finishedCall(scheduled.id);

  expect(ended.transcript).toContain('I am sorry, I cannot go on with this call. Goodbye.');
  expect(ended.error_message).toMatch(/^The daily quota model_tokens \(UTC\) of/);
  expect(next).toMatchObject({ status: 429, body: { detail: [{ type: 'quota_exceeded' }] } });
  expect(heard).toContain('Nobody can take your call at this number.');
  expect(undialed).toMatchObject({
    status: 'error',
    stage_outcome: 'call_did_not_connect',
    error_message: expect.stringContaining('The daily quota model_tokens (UTC) of'),
  });
  expect(undialed.telephony_id).toBeUndefined();
  expect((await api.get('/v1/calls/list')).body).toHaveLength(2);
}, 120_000);

/** Calls a number as a caller. Returns the words of the service until the end. */
async function callUp(to: string): Promise<string> {
  const { carrier_url } = service.connection;
  const callee = { script: [{ say: 'hello' }, { hang_up: true }] };
  const response = await fetch(`${carrier_url}/simulator/calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: newNumber(), to, callee }),
  });
  const { sid } = (await response.json()) as { sid: string };
  const { transcript } = await until(`the carrier’s call ${sid}`, async () => {
    const { finished, ...rest } = await getJson(`${carrier_url}/simulator/calls/${sid}`);
    return finished ? rest : { waitingFor: rest.status };
  });
  const said = transcript as { readonly speaker: string; readonly text: string }[];
  return said.flatMap(({ speaker, text }) => (speaker === 'agent' ? [text] : [])).join(' ');
}

it('a user who replays many deliveries gets them in parts, and may begin the next replay when the last part is done', async () => {
  const url = await receiver.listen();
  const webhook = await service.api.created('/v1/webhooks/create', {
    subscriptions: ['event_message'],
    url,
  });
  const dayAgo = Date.now() - 24 * 3_600_000;
  const events = Array.from({ length: A_PART + 5 }, (_, at) =>
    messageFor(webhook, new Date(dayAgo + at * 1000)),
  );
  const given = { ...webhook, enabled: false };
  await Promise.all(
    events.map((event) => createDelivery(service.table, newDelivery(event, given, { now: new Date() }))),
  );
  const [from, till] = [dayAgo - 1000, dayAgo + 3_600_000].map((at) => new Date(at).toISOString());
  const replay = () =>
    service.api.post(`/v1/webhooks/replay?id=${webhook.id}`, { from, until: till, status: 'failed' });

  const first = await replay();
  await receiver.receivedTimes(A_PART);
  const meanwhile = await replay();
  const ofFirstPart = receiver.received.length;
  // Parts are half a minute apart.
  await receiver.receivedTimes(events.length);
  await expect.poll(async () => (await replay()).status).toBe(200);

  expect(first.status).toBe(200);
  expect([meanwhile.status, ofFirstPart]).toEqual([429, A_PART]);
}, 120_000);
