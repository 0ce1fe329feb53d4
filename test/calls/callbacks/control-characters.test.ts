import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import {
  conferenceMarkup,
  farewellMarkup,
  participantMarkup,
  redirectMarkup,
  transferMarkup,
  whisperMarkup,
} from '../../../lambdas/calls/callbacks/twiml/markup.ts';
import { conversationMarkup } from '../../../lambdas/calls/callbacks/twiml/relay.ts';
import type { Voice } from '../../../lambdas/voices/model/voice.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const CONTROLS = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');
/** Characters that XML forbids, or that end an attribute or an element. */
const ODD = `${CONTROLS}\u007f\ud800\udfff\ufffe\uffff"'<>&]]>`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

const voices: readonly Voice[] = [
  { id: 'x', user_id: 'x', type: 'voice_vendor_a', voice_name: `Joanna${ODD}`, pitch: 0, rate: 0 },
  { id: 'x', user_id: 'x', type: 'voice_vendor_a', voice_name: `en-US-${ODD}`, pitch: 0, rate: 0 },
  { id: 'x', user_id: 'x', type: 'voice_vendor_c', voice_id: ODD, model_id: ODD, stability: 0.1 },
];

/** A call with these characters in every field that a user controls. */
function oddCall(voice: Voice) {
  const call = storedCall();
  return storedCall({
    from_number: `+1555${ODD}`,
    to_number: `+1555${ODD}`,
    context: { a: ODD },
    agent: { ...call.agent, voice, initial_message: `Hello ${ODD} \${a}` },
    settings: { ...call.settings, speech_keywords: { [`word${ODD}`]: 1 } },
  });
}

const urls = {
  relay: 'wss://x/',
  relayKey: 'key',
  relayEnded: 'https://x/',
  recording: 'https://x/recording',
};
const conference = { name: ODD, isHeld: true } as Parameters<typeof participantMarkup>[0];

const MARKUPS: readonly (readonly [string, () => string])[] = [
  ...voices.map(
    (voice) => [`a conversation with ${voice.type}`, () => conversationMarkup(oddCall(voice), urls)] as const,
  ),
  [
    'a transfer',
    () =>
      transferMarkup(oddCall(voices[0]!), {
        to: '+1555',
        ringSeconds: 20,
        maxSeconds: 3_600,
        ended: 'https://x',
        status: 'https://x',
        whisper: 'https://x/?attempt=1',
      }),
  ],
  [
    'a whisper',
    () => whisperMarkup({ words: ODD, question: ODD, language: 'ja', keySeconds: 8 }, 'https://x/?attempt=1'),
  ],
  ['a farewell', () => farewellMarkup(ODD, 'de')],
  ['a redirect', () => redirectMarkup('https://x/?a=b&c=d')],
];

describe('the markup of', () => {
  it.each(MARKUPS)('%s has no characters that XML forbids, and no unintended elements', (_, markup) => {
    const text = markup();

    expect(text).not.toMatch(FORBIDDEN);
    expect(text.isWellFormed()).toBe(true);
    expect(XMLValidator.validate(text)).toBe(true);
    const [only, ...others] = Object.keys(new XMLParser().parse(text)).filter((name) => name !== '?xml');
    expect([only, others]).toEqual(['Response', []]);
  });

  it('cannot break out of its name', () => {
    const ended = { ended: 'https://x', status: 'https://x' };
    // The service's own names have no such characters; a name that had one would be refused.
    for (const markup of [
      () => conferenceMarkup(conference, ended),
      () => participantMarkup(conference, 'https://x'),
    ])
      expect(markup).toThrow(/Invalid character/);
  });
});

const api = await FunctionApi.ofFile();

it.each([
  ['voice_name', { type: 'voice_vendor_a', voice_name: 'Joanna\u0001' }],
  ['speaker', { type: 'voice_vendor_b', speaker: 'a\u0000b' }],
  ['model_id', { type: 'voice_vendor_c', voice_id: 'a', model_id: '\u007f' }],
  ['voice_id', { type: 'voice_vendor_d', voice_id: '\t' }],
  ['voice_id', { type: 'voice_builtin', voice_id: '\r\n' }],
])('a voice with a control character in its %s is refused', async (field, voice) => {
  const { status, body } = await api.run('voices/create', { body: voice });

  expect([status, body.detail]).toEqual([
    422,
    [{ loc: ['body', field], msg: 'Must have no control characters.', type: 'wrong_format' }],
  ]);
});
