// A user has used up a quota of the day, and tries every way to continue.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DailyQuota, dayOf } from '../../lambdas/domain/quotas/quotas.ts';
import { countTokens } from '../../lambdas/store/quotas/day-use.ts';
import { changeCounts } from '../../lambdas/store/quotas/open-calls.ts';
import { type Table, tableOf } from '../../lambdas/store/table/table.ts';
import { production } from '../../lib/config/production.ts';
import { tableName } from '../../lib/constructs/store.ts';
import { makeAgent, newNumber, setCallee } from '../support/scene.ts';
import { type Answer, type Api, getJson, until } from '../support/service/api.ts';
import { newUser } from '../support/service/new-user.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';

const QUOTAS = { ...production.quotas, model_tokens: 1_000_000, call_minutes: 100 };

let service: OwnService;
let client: DynamoDBClient;
let table: Table;

beforeAll(async () => {
  service = await startOwnService({ QUOTAS: JSON.stringify(QUOTAS) });
  client = new DynamoDBClient({
    endpoint: service.connection.aws_endpoint_url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
  });
  table = tableOf(client, tableName(production));
}, 240_000);

afterAll(async () => {
  client.destroy();
  await service.close();
});

/** Uses up the quota of this day and of the next, in case it begins during the test. */
async function useUp(quota: DailyQuota, userId: string): Promise<void> {
  for (const now of [new Date(), new Date(Date.now() + 24 * 3_600_000)]) {
    if (quota === 'model_tokens') await countTokens(table, { userId, now }, QUOTAS.model_tokens);
    else await changeCounts(table, { userId, seconds: { [dayOf(now)]: QUOTAS.call_minutes * 60 } });
  }
}

/** A user with a number and an agent, whose calls go through the platform's account. */
async function customer() {
  const api = await newUser(service.connection, 'production');
  const { agent } = await makeAgent(api);
  const { number, user_id } = await api.created('/v1/numbers/buy', { inbound_agent: agent.id });
  return { api, agent: agent.id as string, number: number as string, userId: user_id as string };
}
type Customer = Awaited<ReturnType<typeof customer>>;

/** The body of a request that calls a callee who hangs up. */
async function callFrom({ agent, number }: Customer) {
  const to_number = newNumber();
  await setCallee(service.connection, to_number, {
    answer: 'answer',
    ring_ms: 0,
    script: [{ say: 'hello' }, { hang_up: true }],
  });
  return { from_number: number, to_number, agent };
}

const DAILY = ['model_tokens', 'call_minutes'] as const;

describe.each(DAILY)('when %s of the day is used up', (quota) => {
  it('calls are refused with the time to wait, alone and in a batch; those of another user are not', async () => {
    const [spent, other] = await Promise.all([customer(), customer()]);
    const { to_number, ...common } = await callFrom(spent);
    const before = await spent.api.post('/v1/calls/create', { ...common, to_number });
    await useUp(quota, spent.userId);

    const answers = await Promise.all([
      spent.api.post('/v1/calls/create', { ...common, to_number }),
      spent.api.post('/v1/calls/batch', { ...common, recipients: [{ to_number }] }),
    ]);
    const others = await other.api.post('/v1/calls/create', await callFrom(other));

    for (const { status, body, headers } of answers) {
      expect(status).toBe(429);
      expect(body.detail[0]).toMatchObject({
        type: 'quota_exceeded',
        msg: expect.stringContaining(`your quota ${quota} of ${QUOTAS[quota]}`),
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect([before.status, others.status]).toEqual([200, 200]);
  }, 120_000);

  it('a caller hears that nobody can take the call, and none is stored', async () => {
    const spent = await customer();
    const answered = await callUp(spent.number);
    await until('the call before', async () => (await callsOf(spent.api))[0] ?? { waitingFor: 'a call' });
    await useUp(quota, spent.userId);

    const refused = await callUp(spent.number);

    expect(answered).not.toContain('Nobody can take your call');
    expect(refused).toContain('Nobody can take your call at this number.');
    expect(await callsOf(spent.api)).toHaveLength(1);
  }, 120_000);
});

// Both wait at the same time, once the functions have started.
describe.concurrent.each(DAILY)('when %s of the day is used up', (quota) => {
  it('a scheduled call is not dialled at its time, and says why', async () => {
    const spent = await customer();
    // Long enough to create the call and to use up the quota before its time.
    const scheduled_at = new Date(Date.now() + 12_000).toISOString();
    const { id } = await spent.api.created('/v1/calls/create', { ...(await callFrom(spent)), scheduled_at });
    await useUp(quota, spent.userId);

    const call = await spent.api.finishedCall(id);

    expect(call).toMatchObject({
      status: 'error',
      stage_outcome: 'call_did_not_connect',
      error_message: expect.stringContaining(`The quota ${quota} of the day (UTC) is used up`),
    });
    expect(call.telephony_id).toBeUndefined();
  }, 120_000);
});

const callsOf = async (api: Api): Promise<Answer['body'][]> => (await api.get('/v1/calls/list')).body;

/** Calls a number as a caller. Returns the words of the service until the end. */
async function callUp(to: string): Promise<string> {
  const { carrier_url } = service.connection;
  const callee = { script: [{ say: 'hello' }, { hang_up: true }] };
  const response = await fetch(`${carrier_url}/simulator/calls`, {
    method: 'POST',
    body: JSON.stringify({ from: newNumber(), to, callee }),
  });
  const { sid } = (await response.json()) as { sid: string };
  const call = await until(`the carrier’s call ${sid}`, async () => {
    const { finished, ...rest } = await getJson(`${carrier_url}/simulator/calls/${sid}`);
    return finished ? rest : { waitingFor: rest.status };
  });
  const said = call.transcript as { readonly speaker: string; readonly text: string }[];
  return said.flatMap(({ speaker, text }) => (speaker === 'agent' ? [text] : [])).join(' ');
}
