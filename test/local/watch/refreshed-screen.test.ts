import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { RefreshedScreen } from '../../../local/watch/refreshed-screen.ts';

const ESCAPE = '\u001b';

function screenOf(settings: { isTTY?: boolean; columns?: number; rows?: number }) {
  const output = Object.assign(new PassThrough(), settings);
  const screen = new RefreshedScreen(output);
  const written = () => String(output.read() ?? '');
  return { screen, written };
}

const lines = (...texts: string[]) => texts.map((text) => ({ text, style: 'red' as const }));

describe('a refreshed screen', () => {
  it('breaks lines in a narrow terminal, and goes up by its rows', () => {
    const { screen, written } = screenOf({ isTTY: true, columns: 10, rows: 24 });
    screen.show(lines('one two three four'));
    expect(stripVTControlCharacters(written())).toBe('one two\nthree four\n');

    screen.show(lines('five'));

    expect(written().startsWith(`${ESCAPE}[2A`)).toBe(true);
  });

  it('shows no more rows than fit, so that they can be replaced', () => {
    const { screen, written } = screenOf({ isTTY: true, columns: 80, rows: 4 });

    screen.show(lines('one', 'two', 'three', 'four', 'five'));

    expect(stripVTControlCharacters(written())).toBe('one\ntwo\n…\n');
  });

  it('prints plain lines where there is no terminal', () => {
    const { screen, written } = screenOf({});

    screen.show(lines('one', 'a line that is longer than any terminal would be wide '.repeat(4).trim()));
    screen.show(lines('two'));

    const output = written();
    expect(output).toBe(stripVTControlCharacters(output));
    expect(output.split('\n')).toHaveLength(6);
  });
});
