import { expect, it } from 'vitest';
import { providersIn } from '../../../lambdas/vendors/telephony/relay-frames.ts';

const VOICE = { part: 'voice', provider: 'Google' };

it.each([
  [{ ttsProvider: 'Google', voice: 'en-US-Neural2-F' }, [VOICE]],
  ['{"ttsProvider":"Google"}', [VOICE]],
  [
    { language: { code: 'en-US', ttsProvider: 'Google', transcriptionProvider: 'Google' } },
    [VOICE, { part: 'transcription', provider: 'Google' }],
  ],
  [[{ ttsProvider: 'Google' }], [VOICE]],
  [{ speechTimeout: 5000 }, []],
  [{ ttsProvider: 7 }, []],
  [{ ttsProvider: '<b>Google</b>' }, []],
  [{ a: { b: { c: { d: { ttsProvider: 'Google' } } } } }, []],
  ['Google', []],
  [null, []],
])('the providers are found in a report of a changed configuration: %j', (value, expected) => {
  expect(providersIn(value)).toEqual(expected);
});
