import { describe, expect, it } from 'vitest';
import type { Frame } from './application.ts';
import { prepare, withRelay } from './prepare.ts';

const greeting = 'welcomeGreeting="For sales press one, for anything else press two."';
const what = (frames: Frame[]) => frames.map(({ type, digit }) => digit ?? type);

describe('an agent that presses keys', () => {
  it('is heard by the callee, who takes the keys for an answer', async () => {
    const { client, application } = await prepare({
      onFrame: (frame, send) => {
        if (frame.voicePrompt === 'For sales press 1.') send({ type: 'sendDigits', digits: 'w1#' });
        if (frame.voicePrompt === 'This is sales.')
          send({ type: 'text', token: 'Good morning.', last: true });
      },
    });
    await client.setCallee({ script: [{ say: 'For sales press 1.' }, { say: 'This is sales.' }] });

    const { events } = await client.finished(await client.place(application));

    const heard = events.flatMap((event) => {
      if (event.type === 'callee' || event.type === 'agent_turn') return [event.text];
      return event.type === 'digits' ? [`${event.by} ${event.digits}`] : [];
    });
    expect(heard).toEqual(['For sales press 1.', 'agent w1#', 'This is sales.', 'Good morning.']);
    expect(events.filter(({ type }) => type === 'note')).toEqual([]);
  });
});

describe('a callee who presses a key while the agent speaks', () => {
  it.each([
    ['dtmfDetection="true" reportInputDuringAgentSpeech="dtmf"', ['setup', 'interrupt', '2', '#']],
    ['dtmfDetection="true" reportInputDuringAgentSpeech="speech"', ['setup', 'interrupt', '#']],
    [
      'dtmfDetection="true" reportInputDuringAgentSpeech="any" welcomeGreetingInterruptible="speech"',
      ['setup', '2', '#'],
    ],
    ['dtmfDetection="false" reportInputDuringAgentSpeech="any"', ['setup', 'interrupt']],
  ])('with %s', async (settings, expected) => {
    const { client, application } = await prepare(withRelay(`${greeting} ${settings}`));
    await client.setCallee({ script: [{ dtmf: '2#', after_words: 3 }, { hang_up: true }] });

    await client.finished(await client.place(application));

    expect(what(application.frames)).toEqual(expected);
  });
});
