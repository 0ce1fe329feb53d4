import { describe, expect, it } from 'vitest';
import { toCall } from '../../../lambdas/calls/model/call.ts';
import { agentsOf, costOf } from '../../../lambdas/calls/model/cost.ts';
import production from '../../support/environments/production.ts';
import staging from '../../support/environments/staging.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const PRICES = {
  currency: 'EUR',
  telephony: { outbound: 0.02, inbound: 0.01, recording: 0.003 },
  speech: 0.05,
  models: { small: { input: 2, cached: 0.5, output: 8 }, other: { input: 1, cached: 1, output: 1 } },
  aws: 0.001,
};

const turn = (number: number, tokens: readonly number[], model?: string) => ({
  number,
  figures: { ms: [], tokens: [...tokens], ...(model && { model }) },
});

const over = (seconds: number, changes: object = {}) =>
  storedCall({
    status: 'ended',
    start_time: '2026-01-01T00:00:00.000Z',
    end_time: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(),
    ...changes,
  });

describe('the cost of a call', () => {
  it('contains started minutes of telephony and speech, tokens by their kind, and AWS', () => {
    const turns = [turn(2, [1_000_000, 100_000, 400_000, 0], 'small'), turn(4, [100_000, 0, 0, 0], 'other')];

    expect(costOf(over(90, { recording_sid: 'RE1', turns }), PRICES)).toEqual({
      currency: 'EUR',
      is_estimate: true,
      telephony: 0.046,
      speech: 0.1,
      model: 2.3,
      aws: 0.0015,
      total: 2.4475,
    });
    expect(costOf(over(60, { direction: 'inbound' }), PRICES)).toMatchObject({ telephony: 0.01, model: 0 });
  });

  it('names a model without a price, and sums up the rest', () => {
    const turns = [turn(2, [1_000_000, 0, 0, 0], 'small'), turn(4, [5, 5, 0, 0], 'constructor')];

    expect(costOf(over(60, { turns }), PRICES)).toMatchObject({
      model: null,
      total: 2.071,
      unpriced_models: ['constructor'],
      is_incomplete: true,
    });
  });

  it('contains the segments of texts, if they have a price', () => {
    const text = { requested_at: '', status: 'delivered', key: 'k' };
    const call = over(60, { texts: [{ ...text, segments: 3 }, text, { ...text, segments: 0 }] });

    expect(costOf(call, { ...PRICES, text_segment: 0.01 })).toMatchObject({ texts: 0.04, total: 0.111 });
    expect(costOf(call, PRICES)).toMatchObject({ texts: 0, total: 0.071 });
  });

  it('is absent for a call that was not answered, or is not over', () => {
    expect(costOf(storedCall(), PRICES)).toBeUndefined();
    expect(costOf(over(60, { end_time: undefined }), PRICES)).toBeUndefined();
  });

  it.each([staging, production])('has a price for every model that $name offers', ({
    prices,
    languageModel,
  }) => {
    const { model, platformModels } = languageModel;
    const offered = [model, ...platformModels.llm_vendor_a, ...platformModels.llm_vendor_b];

    expect(Object.keys(prices.models)).toEqual(expect.arrayContaining(offered));
  });
});

describe('a call that was handed over', () => {
  const other = '0199a5d0-3c20-7a10-8b20-5f6e7d8c9b20';
  const timed = (number: number, silence: number, model: string) => ({
    number,
    figures: { ms: [null, null, null, silence, null, null], tokens: [1_000_000, 0, 0, 0], model },
  });
  const handed = { agent_id: other };

  it('has the latency and the cost of each agent', () => {
    const turns = [timed(2, 300, 'small'), { ...timed(4, 900, 'other'), ...handed }, timed(6, 500, 'small')];
    const call = over(60, { turns });

    expect(toCall(call, null, PRICES).agents).toEqual([
      {
        agent: call.agent_id,
        latency: { silence_p50_ms: 300, silence_p95_ms: 500, answers: 2 },
        model_cost: 4,
      },
      { agent: other, latency: { silence_p50_ms: 900, silence_p95_ms: 900, answers: 1 }, model_cost: 1 },
    ]);
    expect(agentsOf(over(60, { turns: turns.slice(0, 1) }), PRICES)).toBeUndefined();
  });

  it('has no cost for a model without a price', () => {
    const turns = [
      { number: 1, step: 'greet' },
      { ...timed(3, 900, 'unknown'), ...handed },
    ];

    expect(agentsOf(over(60, { turns }), PRICES)).toMatchObject([{ model_cost: 0 }, { model_cost: null }]);
  });
});
