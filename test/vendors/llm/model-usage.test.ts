import { describe, expect, it } from 'vitest';
import { readUsage } from '../../../lambdas/vendors/llm/model-usage.ts';

const exchange = {
  model: 'any',
  messages: [{ role: 'user' as const, content: 'Hello there.' }],
  answer: () => 'Good day to you.',
};

describe('the usage of a request', () => {
  it('is what the vendor reports, with the tokens from its cache', () => {
    const usage = readUsage(
      {
        prompt_tokens: 1200,
        completion_tokens: 30,
        total_tokens: 1230,
        prompt_tokens_details: { cached_tokens: 1024 },
      },
      exchange,
    );

    expect(usage).toEqual({ model: 'any', input: 1200, output: 30, cached: 1024, estimated: false });
  });

  it('counts reasoning that only the total contains', () => {
    const usage = readUsage({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 115 }, exchange);

    expect(usage).toMatchObject({ input: 10, output: 105, cached: 0 });
  });

  it.each([
    ['is missing', undefined],
    ['is empty', {}],
    ['is negative', { prompt_tokens: -1, completion_tokens: -1, total_tokens: -2 }],
    ['is a text', { prompt_tokens: '1', completion_tokens: '2', total_tokens: '3' }],
    ['is beyond what can be counted', { total_tokens: 1e300 }],
  ])('is estimated by the length of the texts if the report %s', (_, reported) => {
    const usage = readUsage(reported, exchange);

    expect(usage).toEqual({ model: 'any', input: 11, output: 4, cached: 0, estimated: true });
  });

  it('is the sum of its parts if the report has no total', () => {
    const usage = readUsage({ prompt_tokens: 10, completion_tokens: 5 }, exchange);

    expect(usage).toMatchObject({ input: 10, output: 5, estimated: false });
  });

  it('says how many messages were left out, if any were', () => {
    expect(readUsage({ total_tokens: 15 }, { ...exchange, leftOut: 3 })).toMatchObject({ leftOut: 3 });
    expect(readUsage(undefined, { ...exchange, leftOut: 3 })).toMatchObject({ leftOut: 3, estimated: true });
    expect(readUsage({ total_tokens: 15 }, { ...exchange, leftOut: 0 })).not.toHaveProperty('leftOut');
  });

  it('never has more cached tokens than input tokens, nor more tokens in a part than in the total', () => {
    const usage = readUsage(
      { prompt_tokens: 500, total_tokens: 100, prompt_tokens_details: { cached_tokens: 900 } },
      exchange,
    );

    expect(usage).toMatchObject({ input: 100, output: 0, cached: 100 });
  });
});
