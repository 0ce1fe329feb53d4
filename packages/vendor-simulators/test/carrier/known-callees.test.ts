import { describe, expect, it } from 'vitest';
import { calleeSchema } from '../../src/carrier/callees/callee-config.ts';
import { KNOWN_CALLEES } from '../../src/carrier/callees/known-callees.ts';
import { converse } from './prepare.ts';

/** The script of a known callee with short pauses. */
function scriptOf(name: string) {
  const { script } = calleeSchema.parse(KNOWN_CALLEES[name]);
  return script.map((line) => ('wait_ms' in line ? { wait_ms: 20 } : line));
}

/** The words of a call with a known callee, by an agent that answers all but requests for patience. */
async function transcriptWith(
  name: string,
  answer: object = { type: 'text', token: 'It is me.', last: true },
) {
  const { details } = await converse('', scriptOf(name), ({ type, voicePrompt }, send) => {
    if (type === 'prompt' && !/stay on|connecting|moment|Hi\.$/.test(String(voicePrompt))) send(answer);
  });
  return details.transcript.map(({ text }) => text);
}

it.each(Object.keys(KNOWN_CALLEES))('%s is a valid callee', (name) => {
  expect(calleeSchema.safeParse(KNOWN_CALLEES[name]).success).toBe(true);
});

describe('a machine that asks who is calling', () => {
  const ANNA = 'Hello, this is Anna. What is it about?';

  it.each([
    ['screener', [ANNA, 'It is me.', 'Thank you, goodbye.', 'It is me.']],
    ['screener-google', [ANNA, 'It is me.', 'Thank you, goodbye.', 'It is me.']],
    ['screener-voicemail', ['You have reached Anna Berger. Please leave a message after the tone.']],
    ['screener-unanswered', ['The person you are calling cannot take your call. Goodbye.']],
  ])('waits for the answer and goes on as a %s', async (name, outcome) => {
    const transcript = await transcriptWith(name);

    const stay = transcript.indexOf('Thank you. Please stay on the line.');
    expect(transcript[stay - 1]).toBe('It is me.');
    expect(transcript.slice(stay + 1, stay + 1 + outcome.length)).toEqual(outcome);
  });

  it('goes on without an answer after its patience', async () => {
    const { details } = await converse('', scriptOf('screener'), () => {});

    expect(details.transcript.map(({ text }) => text)).toContain(ANNA);
  });

  it('takes keys for an answer, as a menu does', async () => {
    const transcript = await transcriptWith('menu', { type: 'sendDigits', digits: '2' });

    expect(transcript.slice(1)).toEqual(['Thank you. We are connecting you.', ANNA, 'Thank you, goodbye.']);
  });
});
