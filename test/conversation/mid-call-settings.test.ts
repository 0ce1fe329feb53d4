import { describe, expect, it, vi } from 'vitest';
import type { CallEffects } from '../../lambdas/conversation/ports.ts';
import { take } from '../../lambdas/conversation/take.ts';
import type { LanguageModel } from '../../lambdas/vendors/llm/language-model.ts';
import { PLAIN, playedConversation } from './played-conversation.ts';

/** A conversation whose agent gives these answers, and the settings that its relay got after each. */
async function told(answers: readonly string[]) {
  const texts = [...answers];
  const model: LanguageModel = {
    async *stream() {
      yield { kind: 'text', text: texts.shift() ?? '' };
    },
  };
  const { sent, final } = await playedConversation({ ...PLAIN, model });
  const settings: unknown[] = [];
  for (const [index] of answers.entries()) {
    const before = sent.length;
    await final(`Words ${index}.`);
    settings.push(
      sent.slice(before).flatMap((frame) => (frame.type === 'config' ? frame.speechTimeout : [])),
    );
  }
  return { settings, hints: sent.flatMap((frame) => (frame.type === 'hints' ? frame.hints : [])) };
}

describe('an agent that asks for something that is dictated', () => {
  it('listens patiently until its next answer, and tells the relay only what changes', async () => {
    const answers = ['Your number, please?', 'What is the code on it?', 'Thank you.', 'Goodbye.'];

    const { settings, hints } = await told(answers);

    expect(settings).toEqual([[5000], [], [2500], []]);
    expect(hints).toEqual([expect.stringContaining('zero,'), '']);
  });
});

describe('a report of a changed configuration', () => {
  it.each([
    [{ ttsProvider: 'Google' }, [{ part: 'voice', provider: 'Google' }]],
    [{ transcriptionProvider: 'Google' }, [{ part: 'transcription', provider: 'Google' }]],
    [{ ttsProvider: 'ElevenLabs', transcriptionProvider: 'deepgram' }, []],
    [{ speechTimeout: 5000 }, []],
  ])('is stored if a backup took over: %j', async (value, expected) => {
    const recordFailover = vi.fn(async () => {});
    const { contextOf } = await playedConversation();
    const call = { recordFailover } as Partial<CallEffects> as CallEffects;

    await take({ type: 'info', name: 'configUpdated', value }, { ...contextOf(), call });

    expect(recordFailover.mock.calls.map(([, change]: unknown[]) => change)).toEqual(expected);
  });
});
