import { describe, expect, it } from 'vitest';
import { parseScript } from '../../../local/call/script.ts';

describe('a callee’s script', () => {
  it('says lines, interrupts, waits, presses keys and hangs up', () => {
    const text =
      '# a comment\nHello there\r\n\n> Stop!\n(wait 2s)\n(wait 250 ms)\n( Press 1 2 # )\n(hang up)\n';

    const lines = parseScript(text);

    expect(lines).toEqual([
      { say: 'Hello there' },
      { interrupt: 'Stop!', after_words: 3 },
      { wait_ms: 2000 },
      { wait_ms: 250 },
      { dtmf: '12#' },
      { hang_up: true },
    ]);
  });

  it('says the text after a backslash, whatever its first character', () => {
    expect(parseScript('\\# one\n\\(hang up)\n\\\\ two')).toEqual([
      { say: '# one' },
      { say: '(hang up)' },
      { say: '\\ two' },
    ]);
  });

  it.each([
    ['Hello\n(dance)', 'Line 2: "(dance)" is not'],
    ['(wait 2s', 'Line 1: "(wait 2s" has no closing parenthesis'],
    ['\n\n>', 'Line 3: there is nothing to say'],
    ['(press a)', 'Line 1'],
  ])('names the line of a mistake in %j', (text, message) => {
    expect(() => parseScript(text)).toThrow(message);
  });
});
