import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { HeldAnswer } from '../../../lambdas/conversation/speculation/speculation.ts';
import { rejectionOf } from '../../../lambdas/platform/abort-race.ts';
import type { LanguageModel, ModelRequest } from '../../../lambdas/vendors/llm/language-model.ts';
import type { ModelUsage } from '../../../lambdas/vendors/llm/model-usage.ts';

const USED: ModelUsage = { model: 'any', input: 812, output: 9, cached: 700, estimated: false };
const REQUEST: Omit<ModelRequest, 'signal'> = {
  messages: [{ role: 'user', content: 'At three.' }],
  tools: [],
  mayUseTools: true,
  temperature: 0,
};

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

function read(held: HeldAnswer) {
  const told: ModelUsage[] = [];
  const stop = new AbortController();
  const request = { ...REQUEST, signal: stop.signal, onUsage: (usage: ModelUsage) => void told.push(usage) };
  return { told, stop, chunks: held.read(request)[Symbol.asyncIterator]() };
}

describe('a held answer', () => {
  it('reports its tokens with its first words if it is complete, because the contact may interrupt them', async () => {
    const held = new HeldAnswer(speaking(), REQUEST);
    const { told, chunks } = read(held);
    await setImmediate();

    await chunks.next();

    expect(told).toEqual([USED]);
    while (!(await chunks.next()).done);
    expect(told).toEqual([USED]);
  });

  it('reports its tokens at its end if it was read before its end', async () => {
    const over = Promise.withResolvers<void>();
    const { told, chunks } = read(new HeldAnswer(speaking(over.promise), REQUEST));

    await chunks.next();
    await chunks.next();
    expect(told).toEqual([]);
    over.resolve();

    expect((await chunks.next()).done).toBe(true);
    expect(told).toEqual([USED]);
  });

  it('reports its tokens even if reading was aborted', async () => {
    const { told, stop, chunks } = read(new HeldAnswer(speaking(new Promise(() => undefined)), REQUEST));

    await chunks.next();
    stop.abort();

    await vi.waitFor(() => expect(told).toMatchObject([{ estimated: true }]), 20_000);
  });

  it('is dropped with the tokens that its model reported', async () => {
    const held = new HeldAnswer(speaking(), REQUEST);
    await setImmediate();

    expect(await held.drop()).toBe(821);
  });
});
