import { rmSync } from 'node:fs';
import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { Api, getJson, until } from '../../support/service/api.ts';
import { type Connection, newDataFolder, startService } from '../../support/service/service-process.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
const receiver = new WebhookReceiver();
let webhookUrl: string;
let agentId: string;

beforeAll(async () => {
  webhookUrl = await receiver.listen();
  agentId = (await makeAgent(api, { webhookUrl })).agent.id;
});

afterAll(() => receiver.close());

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** Seconds in which a busy machine creates a schedule and a test sees it. A call that is due within five has none. */
const IN_TIME = 20;

/** Schedules a call to a callee who answers and hangs up. */
async function schedule(at: string, { on = connection, by = api, agent = agentId } = {}) {
  const to_number = newNumber();
  await setCallee(on, to_number, { answer: 'answer', script: [{ say: 'hello' }, { hang_up: true }] });
  return by.created('/v1/calls/create', {
    from_number: on.phone_number,
    to_number,
    agent,
    scheduled_at: at,
  });
}

/** The times of the carrier's calls to a number. */
async function dialledAt(to: string, on: Connection = connection): Promise<number[]> {
  const calls: { to: string; created_at: string }[] = await getJson(`${on.carrier_url}/simulator/calls`);
  return calls.filter((call) => call.to === to).map(({ created_at }) => Date.parse(created_at));
}

/** Whether the scheduler has a schedule of this name. */
async function isScheduled(name: string): Promise<boolean> {
  const client = new SchedulerClient({
    endpoint: connection.aws_endpoint_url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'x' },
  });
  const command = new GetScheduleCommand({ Name: name, GroupName: 'phone-call-agents-staging' });
  try {
    return (await client.send(command)).Name === name;
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return false;
    throw error;
  } finally {
    client.destroy();
  }
}

const scheduleOf = (id: string, wanted: boolean) =>
  until(`the schedule of ${id}`, async () => {
    const is = await isScheduled(id);
    return is === wanted ? true : { waitingFor: wanted };
  });

// First, because it waits for longest.
describe.concurrent('a service that is killed while calls wait for their time', () => {
  it('dials them when it runs again, and missed ones at once', { timeout: 180_000 }, async () => {
    const data = newDataFolder();
    const env = { CARRIER_PACE: '0.05', RECONCILE_SECONDS: '1' };
    const first = await startService({ data, env });
    const by = new Api(first.connection.base_url, first.connection.access_token);
    const { agent } = await makeAgent(by);
    const options = { on: first.connection, by, agent: agent.id };
    // The first call costs the starts of functions, which the others shall not wait for.
    const later = await schedule(inSeconds(30), options);
    const missed = await schedule(inSeconds(12), options);
    // Acknowledged right before the crash: perhaps without a schedule yet.
    const justMade = await schedule(inSeconds(16), options);
    await first.kill();
    await until('the time of the call', () =>
      Date.now() > Date.parse(missed.scheduled_at) ? true : { waitingFor: missed.scheduled_at },
    );

    const second = await startService({ data, env });
    const again = new Api(second.connection.base_url, second.connection.access_token);
    const calls = [missed, justMade, later];
    const dialled = [];
    for (const { to_number, scheduled_at } of calls) {
      const times = await until(`the call to ${to_number}`, async () => {
        const found = await dialledAt(to_number, second.connection);
        return found.length > 0 ? found : { waitingFor: scheduled_at };
      });
      dialled.push(times);
    }
    const ended = await Promise.all(calls.map(({ id }) => again.finishedCall(id)));
    await second.stop();
    rmSync(data, { recursive: true, force: true });

    for (const [index, { scheduled_at }] of calls.entries()) {
      expect(dialled[index]).toHaveLength(1);
      expect(dialled[index]?.[0]).toBeGreaterThanOrEqual(Date.parse(scheduled_at));
    }
    expect(ended.map(({ status }) => status)).toEqual(['ended', 'ended', 'ended']);
  });
});

describe.concurrent('a scheduled call', () => {
  it('waits for its time, is dialled once and not before, and leaves no schedule behind', async () => {
    const at = inSeconds(IN_TIME);

    const call = await schedule(at);
    await scheduleOf(call.id, true);
    const waiting = (await api.get(`/v1/calls?id=${call.id}`)).body;
    const ended = await api.finishedCall(call.id);
    await scheduleOf(call.id, false);

    expect(waiting).toMatchObject({ status: 'not_started', scheduled_at: at });
    expect(ended).toMatchObject({ status: 'ended', scheduled_at: at });
    const dialled = await dialledAt(call.to_number);
    expect(dialled).toHaveLength(1);
    expect(dialled[0]).toBeGreaterThanOrEqual(Date.parse(at));
  });

  it('that is ended before its time is never dialled, and publishes its end', async () => {
    const at = inSeconds(IN_TIME);
    const call = await schedule(at);
    await scheduleOf(call.id, true);

    const { body } = await api.post(`/v1/calls/end?id=${call.id}`);
    await scheduleOf(call.id, false);
    const events = await receiver.eventsWith(call.id, ['event_phone_call_did_not_connect']);
    // A later scheduled call shows that the time of this one has passed.
    const later = await schedule(new Date(Date.parse(at) + 1_000).toISOString());
    await api.finishedCall(later.id);

    expect(body).toMatchObject({ status: 'ended', stage_outcome: 'call_did_not_connect' });
    expect(events.map(({ type, payload }) => [type, payload])).toEqual([
      ['event_phone_call_did_not_connect', { telephony_status: 'canceled' }],
    ]);
    expect(Date.now()).toBeGreaterThan(Date.parse(at));
    expect(await dialledAt(call.to_number)).toEqual([]);
    expect((await api.get(`/v1/calls?id=${call.id}`)).body).toEqual(body);
  });
});
