import { describe, expect, it } from 'vitest';
import { parseRelayFrame } from '../../../lambdas/vendors/telephony/relay-frames.ts';
import { rowsOf } from '../../support/rows.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8001';
const parse = (frame: unknown) => parseRelayFrame(JSON.stringify(frame));

describe('parseRelayFrame', () => {
  it.each<[frame: object, read: object]>([
    ...rowsOf<[frame: object, read: object]>(import.meta.url, 'relay-frames.jsonl'),
    [
      { type: 'prompt', voicePrompt: 'x'.repeat(10_001) },
      { type: 'prompt', voicePrompt: 'x'.repeat(10_000), last: true },
    ],
    // It is cut before it is logged.
    [
      { type: 'error', description: 'x'.repeat(120_000) },
      { type: 'error', description: 'x'.repeat(500) },
    ],
  ])('reads %j', (frame, read) => {
    expect(parse(frame)).toEqual(read);
  });

  it.each([
    ['nothing', undefined],
    ['no JSON', 'hello'],
    ['no object', '5'],
    ['an unknown kind', '{"type":"weather"}'],
    ['a prompt without words', '{"type":"prompt"}'],
    ['a setup without our parameters', '{"type":"setup","callSid":"CA1","customParameters":{}}'],
    [
      'a setup with a malformed id',
      JSON.stringify({ type: 'setup', callSid: 'CA1', customParameters: { call_id: '../x', user_id: ID } }),
    ],
  ])('ignores %s', (_, body) => {
    expect(parseRelayFrame(body)).toBeUndefined();
  });
});
