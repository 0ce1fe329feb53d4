import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitWindow, tokensOfJson } from '../../../lambdas/vendors/llm/fit-window.ts';
import type { ModelMessage } from '../../../lambdas/vendors/model/llm-message.ts';

const system: ModelMessage = { role: 'system', content: 'Be kind.' };
const user = (content: string): ModelMessage => ({ role: 'user', content });
const agent = (content: string): ModelMessage => ({ role: 'assistant', content });
const words = (count: number) => 'word '.repeat(count);

/** A tool call with its result. */
const action = (id: string, result: string): ModelMessage[] => [
  { role: 'assistant', content: null, toolCalls: [{ id, name: 'look_up', arguments: '{}' }] },
  { role: 'tool', toolCallId: id, content: result },
];

/** A call of this many turns of both sides. */
const talk = (turns: number, length: number) =>
  Array.from({ length: turns }, (_, turn) => [
    user(`${turn} ${words(length)}`),
    agent(`${turn} ${words(length)}`),
  ]).flat();

describe('the messages that fit into a window', () => {
  it('are the instructions, the latest turns and a sentence for the rest of a long call', () => {
    const messages = [system, ...talk(100, 100), user('And now?')];

    const fitting = fitWindow(messages, 5_000);

    expect(tokensOfJson(fitting)).toBeLessThanOrEqual(5_000);
    expect(fitting[0]).toEqual(system);
    expect(fitting[1]?.content).toMatch(/left out/);
    expect(fitting.slice(2)).toEqual(messages.slice(-fitting.length + 2));
    expect(fitting.length).toBeGreaterThan(10);
  });

  it('have the same beginning for many turns of a long call, so that the prompt can be cached', () => {
    const all = talk(200, 40);
    const firsts = Array.from({ length: 80 }, (_, more) => {
      const passages = { role: 'system', content: words((more * 37) % 60) } as const;
      const turns = all.slice(0, 200 + 2 * more);
      return fitWindow([system, ...turns, passages, user('And now?')], 10_000)[2]?.content;
    });

    const cuts = firsts.filter((first, turn) => turn > 0 && first !== firsts[turn - 1]);

    expect(cuts.length).toBeGreaterThan(0);
    expect(cuts.length).toBeLessThanOrEqual(6);
  });

  it('never contain a tool’s result without its call, nor a call without its result', () => {
    const turn = fc.oneof(
      fc.nat(300).map((length) => [user(words(length))]),
      fc.nat(300).map((length) => [agent(words(length))]),
      fc.tuple(fc.uuid(), fc.nat(300)).map(([id, length]) => action(id, words(length))),
    );
    const property = fc.property(fc.array(turn, { maxLength: 60 }), fc.nat(6_000), (turns, tokens) => {
      const messages = [system, ...turns.flat(), user('And now?')];

      const fitting = fitWindow(messages, tokens);

      const calls = fitting.flatMap((message) =>
        'toolCalls' in message ? message.toolCalls.map(({ id }) => id) : [],
      );
      const results = fitting.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []));
      expect(results).toEqual(calls);
      expect(fitting.at(-1)).toEqual(user('And now?'));
      expect(fitting[0]).toEqual(system);
      const least = tokensOfJson([system, user('And now?')]) + 200;
      expect(tokensOfJson(fitting)).toBeLessThanOrEqual(Math.max(tokens, least));
    });

    fc.assert(property, { numRuns: 40 });
  });
});
