import { describe, expect, it } from 'vitest';
import type { Frame } from './application.ts';
import { echo, prepare, withRelay } from './prepare.ts';

const report = 'reportInputDuringAgentSpeech="any"';
const types = (frames: Frame[]) => frames.map(({ type }) => type);

describe('a callee who speaks while the agent does', () => {
  it.each([0, 0.02])('reports the heard words at a barge-in (pace %d)', async (pace) => {
    const greeting = 'We have a great many offers today, and I will read all of them to you.';
    const { client, application } = await prepare({
      ...withRelay(`welcomeGreeting="${greeting}" ${report}`),
      onFrame: echo,
      pace,
    });
    await client.setCallee({ script: [{ interrupt: 'Stop, please', after_words: 4 }] });

    const details = await client.finished(await client.place(application));

    expect(types(application.frames)).toEqual(['setup', 'interrupt', 'prompt']);
    const heard = String(application.frames[1]?.utteranceUntilInterrupt);
    expect(heard).toBe('We have a great');
    expect(greeting.startsWith(heard)).toBe(true);
    expect(Number(application.frames[1]?.durationUntilInterruptMs)).toBeGreaterThan(500);
    expect(application.frames[2]).toMatchObject({ voicePrompt: 'Stop, please', lang: 'en-US', last: true });
    expect(details.transcript).toMatchObject([
      { speaker: 'agent', text: heard, interrupted: true },
      { speaker: 'callee', text: 'Stop, please' },
      { speaker: 'agent', text: 'You said: Stop, please', interrupted: false },
    ]);
  });

  it('speaks on when it may not be interrupted, and still reports the words', async () => {
    const { client, application } = await prepare({
      ...withRelay(
        `welcomeGreeting="One two three four five six." welcomeGreetingInterruptible="none" ${report}`,
      ),
    });
    await client.setCallee({ script: [{ interrupt: 'Hey', after_words: 2 }, { hang_up: true }] });

    await client.finished(await client.place(application));

    expect(types(application.frames)).toEqual(['setup', 'prompt']);
  });
});
