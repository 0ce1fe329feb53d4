import { describe, expect, inject, it } from 'vitest';
import { listPrices } from '../../../lib/config/list-prices.ts';
import { makeAgent, placeCall } from '../../support/scene.ts';
import { type Answer, until } from '../../support/service/api.ts';
import { newUser } from '../../support/service/new-user.ts';

const connection = inject('connection');

describe('the use of the service', () => {
  it('is zero for a user without calls', async () => {
    const api = await newUser(connection);

    const { status, body } = await api.get('/v1/usage');

    expect(status).toBe(200);
    expect(body).toEqual({
      user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      plan_type: 'plan_unlimited',
      monthly_usage_minutes: 0,
      monthly_usage_limit_minutes: null,
      monthly_cost: { currency: 'USD', is_estimate: true, total: 0, incomplete_calls: 0 },
      quotas: expect.any(Array),
    });
    // A new user has an own account.
    expect(body.quotas.map(({ name, used }: { name: string; used: number }) => [name, used])).toEqual([
      ['numbers', 0],
      ['own_numbers', 0],
      ['agents', 0],
      ['prompts', 0],
      ['prompt_templates', 0],
      ['voices', 0],
      ['actions', 0],
      ['webhooks', 0],
      ['vector_databases', 0],
      ['account_connections', 1],
      ['do_not_call_numbers', 0],
      ['scheduled_calls', 0],
      ['stored_bytes', 0],
      ['model_tokens', 0],
      ['call_minutes', 0],
      ['number_purchases', 0],
      ['do_not_call_changes', 0],
    ]);
    expect(body.quotas.find(({ name }: { name: string }) => name === 'call_minutes')).toEqual({
      name: 'call_minutes',
      limit: 10_000,
      used: 0,
      period: 'day',
      resets_at: expect.stringMatching(/T00:00:00\.000Z$/),
    });
  });

  it('counts the seconds of answered calls, also while they are in progress', async () => {
    const api = await newUser(connection);
    const { agent } = await makeAgent(api);
    const place = (callee: unknown) => placeCall(connection, api, { agent: agent.id, callee });
    const [short, missed, long] = await Promise.all([
      place({ answer: 'answer', script: [{ say: 'Hello.' }, { wait_ms: 1_200 }, { hang_up: true }] }),
      place({ answer: 'busy' }),
      place({ answer: 'answer', script: [{ wait_ms: 1_000_000 }] }),
    ]);
    const talking = await api.callWhen(long.call.id, ({ status }) => status === 'in_progress');
    const over = await api.finishedCall(short.call.id);
    await api.finishedCall(missed.call.id);
    const askedAt = Date.now();
    const during = (await api.get('/v1/usage')).body.monthly_usage_minutes;
    const answeredAt = Date.now();
    await until('a call in progress to be counted further', async () => {
      const { monthly_usage_minutes } = (await api.get('/v1/usage')).body;
      return monthly_usage_minutes > during || { waitingFor: monthly_usage_minutes };
    });
    const { body: ended } = await api.post(`/v1/calls/end?id=${long.call.id}`);
    const { monthly_usage_minutes: after, monthly_cost: cost } = (await api.get('/v1/usage')).body;

    const least = minutes(secondsOf(over) + seconds(askedAt - Date.parse(talking.start_time)));
    const most = minutes(secondsOf(over) + seconds(answeredAt - Date.parse(talking.start_time)));
    expect(secondsOf(over)).toBeGreaterThanOrEqual(2);
    expect(during).toBeGreaterThanOrEqual(least);
    expect(during).toBeLessThanOrEqual(most);
    expect(after).toBe(minutes(secondsOf(over) + secondsOf(ended)));
    expect(after).toBeGreaterThan(during);
    expect(cost).toEqual({
      currency: 'USD',
      is_estimate: true,
      total: expect.closeTo(unrecordedCost(over) + unrecordedCost(ended), 6),
      incomplete_calls: 0,
    });
  });
});

/** The cost of a call of up to a minute, without that of its recording, which comes after its end. */
const unrecordedCost = ({ cost }: Answer['body']) =>
  cost.total - cost.telephony + listPrices.telephony.outbound;

const seconds = (ms: number) => Math.ceil(ms / 1000);
const minutes = (total: number) => Math.round((total / 60) * 100) / 100;
const secondsOf = ({ start_time, end_time }: Answer['body']) =>
  seconds(Date.parse(end_time) - Date.parse(start_time));
