import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { callCommand } from '../../../local/call/arguments.ts';
import { readCalleeScript, readTypedLines } from '../../../local/call/callee.ts';
import { parseTypedLine } from '../../../local/call/script.ts';

it.each([
  [['--foo'], "unknown option '--foo'"],
  [['--to', '0555 1'], 'It must be a number in E.164 such as +15550001111.'],
  [['--agent', 'a', '--prompt', 'b'], "'--agent <id>' cannot be used with option '--prompt <text>'"],
  [['--sample', 'booking', '--type'], "cannot be used with option '--type'"],
  [['--callee', 'constructor'], 'Allowed choices are busy,'],
  [['--callee', 'busy', '--script', 'x'], "cannot be used with option '--script <file>'"],
])('npm run call refuses %j', (args, message) => {
  const call = callCommand().configureOutput({ writeErr: () => undefined });

  expect(() => call.parse(args, { from: 'user' })).toThrow(message);
});

describe('the callee’s script', () => {
  it('is the built-in booking without a file', async () => {
    const builtIn = await readCalleeScript(undefined);

    expect(builtIn.at(-1)).toEqual({ say: 'Thank you, goodbye.' });
  });

  it('is what a pipe types, and hangs up at its end', async () => {
    const lines = (text: string) => readTypedLines(Readable.from([text]));

    expect(await lines('Hello\n\n/dtmf 1#\r\nBye')).toEqual([
      { say: 'Hello' },
      { dtmf: '1#' },
      { say: 'Bye' },
      { hang_up: true },
    ]);
    expect(await lines('')).toEqual([{ hang_up: true }]);
    await expect(lines('Hello\n/sing')).rejects.toThrow('Line 2 of the input: "/sing" is not understood.');
    await expect(lines('a\n'.repeat(500))).rejects.toThrow('The input has more than 499 lines.');
  });

  it.each(['interruption', 'hang-up-early'])('can be the sample %s', async (name) => {
    const lines = await readCalleeScript(`local/call/scripts/${name}.txt`);

    expect(lines.length).toBeGreaterThan(2);
  });
});

it.each([
  ['Hello there', { say: 'Hello there' }],
  ['   ', undefined],
  ['/interrupt Wait  a moment', { interrupt: 'Wait a moment', after_words: 0 }],
  ['/dtmf 1 2#', { dtmf: '12#' }],
  ['/hangup', { hang_up: true }],
  ['/interrupt', { fault: expect.stringContaining('/interrupt TEXT') }],
  ['/dtmf abc', { fault: expect.stringContaining('"/dtmf abc" is not understood') }],
  ['/sing', { fault: expect.stringContaining('"/sing" is not understood') }],
])('a typed line %j is parsed as an action of the callee', (typed, expected) => {
  expect(parseTypedLine(typed)).toEqual(expected);
});
