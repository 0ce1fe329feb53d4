import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askAsAccepted, type Plan, type Refusal } from '../../../lambdas/vendors/llm/ask-as-accepted.ts';
import type { ModelParameter, ModelTraits } from '../../../lambdas/vendors/model/model-traits.ts';

/** A refusal of the endpoint below. */
class Refused extends Error {
  readonly refusal: Refusal | undefined;

  constructor(refusal: Refusal | undefined) {
    super('Refused.');
    this.refusal = refusal;
  }
}

const ALL: readonly ModelParameter[] = ['max_tokens', 'temperature', 'stream_options', 'tools'];

interface Endpoint {
  /** Named in the refusal. */
  readonly refuses?: readonly ModelParameter[];
  /** Refused without a name. */
  readonly refusesSilently?: readonly ModelParameter[];
  readonly window?: number;
  readonly traits?: ModelTraits;
  /** Of the request, if nothing is cut. */
  readonly tokens?: number;
}

let model = 0;
beforeEach(() => {
  model += 1;
});
afterEach(() => vi.useRealTimers());

/** Asks an endpoint. Returns what each request carried, and how it ended. */
async function ask({ refuses = [], refusesSilently = [], window = 1e9, tokens = 500, traits }: Endpoint) {
  const requests: (readonly ModelParameter[])[] = [];
  const prepare = (plan: Plan) => {
    const carried = ALL.filter((parameter) => !plan.omitted.has(parameter));
    const sent = Math.min(tokens, plan.window);
    const send = async () => {
      requests.push(carried);
      if (sent > window) throw new Refused({ reason: 'too_long', window: undefined });
      const named = carried.find((parameter) => refuses.includes(parameter));
      if (named) throw new Refused({ reason: 'parameter', parameter: named });
      if (carried.some((parameter) => refusesSilently.includes(parameter)))
        throw new Refused({ reason: 'parameter', parameter: undefined });
      return sent;
    };
    return { carried, tokens: () => sent, send };
  };
  const readRefusal = (error: unknown) => (error instanceof Refused ? error.refusal : undefined);
  const known = { endpoint: 'https://models.example', model: `model-${model}`, traits };
  const answer = await askAsAccepted(known, { prepare, readRefusal }).catch((error: unknown) => error);
  return { requests, answer };
}

describe('a model that refuses parameters', () => {
  it('answers the second request, which contains no refusable parameter', async () => {
    const { requests, answer } = await ask({ refuses: ['max_tokens', 'temperature', 'stream_options'] });

    expect(answer).toBe(500);
    expect(requests).toEqual([ALL, ['tools']]);
  });

  it('does not get a parameter again that it refused by name', async () => {
    const endpoint = { refuses: ['max_tokens', 'temperature'] } as const;
    await ask(endpoint);
    await ask(endpoint);

    const { requests } = await ask(endpoint);

    expect(requests).toEqual([['stream_options', 'tools']]);
  });

  it('gets no refusable parameter if it named none', async () => {
    const endpoint = { refusesSilently: ['stream_options'] } as const;
    await ask(endpoint);

    const { requests } = await ask(endpoint);

    expect(requests).toEqual([['tools']]);
  });

  it('is asked without tools if it supports none, but other requests contain them', async () => {
    const endpoint = { refuses: ['tools', 'temperature'] } as const;

    const { requests } = await ask(endpoint);
    const next = await ask(endpoint);

    expect(requests).toHaveLength(3);
    expect(requests.at(-1)).not.toContain('tools');
    expect(next.requests[0]).toContain('tools');
  });

  it('is asked by the configuration before it has refused anything', async () => {
    const traits: ModelTraits = { refuses: ['temperature'] };

    const { requests } = await ask({ refuses: ['temperature'], traits });

    expect(requests).toEqual([['max_tokens', 'stream_options', 'tools']]);
  });

  it('teaches nothing if the next request fails, too', async () => {
    const endpoint = { refuses: ['temperature'], refusesSilently: ['tools'] } as const;
    const { answer } = await ask(endpoint);

    const { requests } = await ask({});

    expect(answer).toBeInstanceOf(Refused);
    expect(requests).toEqual([ALL]);
  });

  it('is tried anew after an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await ask({ refuses: ['temperature'] });

    vi.setSystemTime(Date.now() + 3_600_001);
    const { requests } = await ask({});

    expect(requests).toEqual([ALL]);
  });

  it('is asked at most three times', async () => {
    const { requests, answer } = await ask({ window: 10, tokens: 1e6 });

    expect(answer).toBeInstanceOf(Refused);
    expect(requests).toHaveLength(3);
  });
});

describe('a model with a small window', () => {
  it('gets half of a request that was too long, and no longer requests later', async () => {
    const endpoint = { window: 9_000, tokens: 16_000 };

    const first = await ask(endpoint);
    const second = await ask(endpoint);

    expect(first.answer).toBe(8_000);
    expect(first.requests).toHaveLength(2);
    expect(second.answer).toBe(8_000);
    expect(second.requests).toHaveLength(1);
  });

  it('is asked within the configured window', async () => {
    const { requests, answer } = await ask({ window: 4_000, tokens: 16_000, traits: { window: 4_000 } });

    expect(answer).toBe(4_000);
    expect(requests).toHaveLength(1);
  });
});
