import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { FrameContext } from '../../../lambdas/conversation/ports.ts';
import { longestWaitMs, Speculation } from '../../../lambdas/conversation/turn/speculation.ts';
import { rejectionOf } from '../../../lambdas/platform/abort-race.ts';
import type { LanguageModel } from '../../../lambdas/vendors/llm/language-model.ts';
import type { ModelUsage } from '../../../lambdas/vendors/llm/model-usage.ts';
import { session } from '../../support/records.ts';

const USED: ModelUsage = { model: 'any', input: 812, output: 9, cached: 700, estimated: false };
/** A model that answers with two clauses, and tells its usage after them when `isOver` resolves. */
function speaking(isOver: Promise<void> = Promise.resolve()): LanguageModel {
  return {
    async *stream({ signal, onUsage }) {
      try {
        yield { kind: 'text', text: 'That is free. ' };
        yield { kind: 'text', text: 'Your name?' };
        await Promise.race([isOver, rejectionOf(signal)]);
      } finally {
        onUsage?.(signal.aborted ? { ...USED, cached: 0, estimated: true } : USED);
      }
    },
  };
}

/** A speculation on a turn to which the model answers, and what nothing answers in its place. */
async function speculating(model: LanguageModel) {
  const conversation = { session: session(), turns: [] };
  const speculation = new Speculation(conversation, { models: [model], knowledge: Promise.resolve([]) });
  await setImmediate();
  return speculation;
}

async function read(speculation: Speculation) {
  const told: ModelUsage[] = [];
  const stop = new AbortController();
  const [model] = await speculation.adopt();
  const request = { messages: [], tools: [], mayUseTools: true, temperature: 0, signal: stop.signal };
  const stream = model?.stream({ ...request, onUsage: (usage) => void told.push(usage) });
  return { told, stop, chunks: stream![Symbol.asyncIterator]() };
}

it.each([
  [600, 1_100],
  [2_250, 2_750],
  [2_501, 2_751],
  ['auto', 5_250],
] as const)('waits for final words after the vendor’s longest silence of %s for %i ms', (silenceMs, ms) => {
  expect(longestWaitMs({ silenceMs })).toBe(ms);
});

describe('the answer of a speculation', () => {
  it('reports its tokens with its first words if it is complete, because the contact may interrupt them', async () => {
    const { told, chunks } = await read(await speculating(speaking()));

    await chunks.next();

    expect(told).toEqual([USED]);
    while (!(await chunks.next()).done);
    expect(told).toEqual([USED]);
  });

  it('reports its tokens at its end if it was read before its end', async () => {
    const over = Promise.withResolvers<void>();
    const { told, chunks } = await read(await speculating(speaking(over.promise)));

    await chunks.next();
    await chunks.next();
    expect(told).toEqual([]);
    over.resolve();

    expect((await chunks.next()).done).toBe(true);
    expect(told).toEqual([USED]);
  });

  it('reports its tokens even if reading was aborted', async () => {
    const { told, stop, chunks } = await read(await speculating(speaking(new Promise(() => undefined))));

    await chunks.next();
    stop.abort();

    await vi.waitFor(() => expect(told).toMatchObject([{ estimated: true }]), 20_000);
  });

  it('is dropped with the tokens that its model reported', async () => {
    const speculation = await speculating(speaking());

    expect(await speculation.abandon({} as FrameContext)).toBe(821);
  });
});
