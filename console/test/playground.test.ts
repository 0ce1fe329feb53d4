import { describe, expect, it } from 'vitest';
import { parseScript } from '../../local/call/script.ts';
import { isStored, scriptOf } from '../src/pages/playground/script.ts';
import { afterSaid, editedTurn, NEXT, placeOf } from '../src/pages/playground/written.ts';

/** The script of a rehearsal in which the caller's turns have these texts. */
function scriptWith(...texts: readonly string[]): string {
  const human = texts.map((text, at) => ({
    number: at + 2,
    type: 'message' as const,
    timestamp: '2026-01-01T12:00:00.000Z',
    sender: 'human' as const,
    text,
  }));
  return scriptOf({
    id: 'r',
    user_id: 'u',
    agent: 'a',
    agent_version: 3,
    status: 'open',
    handed_to: null,
    on_hold: false,
    created_at: '2026-01-01T12:00:00.000Z',
    answering: null,
    turns: [{ number: 1, type: 'message', timestamp: '', sender: 'agent', text: 'Hello.' }, ...human],
    knowledge: [],
  });
}

describe('the script of a rehearsal', () => {
  it.each([
    ['Tuesday, please.', { say: 'Tuesday, please.' }],
    ['# is a sign', { say: '# is a sign' }],
    ['> is one, too', { say: '> is one, too' }],
    ['(hang up)', { say: '(hang up)' }],
    ['\\ as well', { say: '\\ as well' }],
    ['two\nlines', { say: 'two lines' }],
    ['[keys 12#]', { dtmf: '12#' }],
  ])('plays %j as it was entered', (text, line) => {
    expect(parseScript(scriptWith(text))).toEqual([line]);
  });
});

describe('the line that is said', () => {
  const turns = (['agent', 'human', 'agent'] as const).map((sender, at) => ({ number: at + 1, sender }));

  it('is shown once: by its turn, as soon as there is one after the turns before it', () => {
    expect(isStored(turns, { after: 3 })).toBe(false);
    expect(isStored([...turns, { number: 4, sender: 'human' }], { after: 3 })).toBe(true);
  });

  it('is shown once, too, while further turns of its answer are stored', () => {
    expect(isStored(turns, { after: 1 })).toBe(true);
    expect(
      isStored(
        [
          { number: 1, sender: 'human' },
          { number: 2, sender: 'agent' },
        ],
        { after: 1 },
      ),
    ).toBe(false);
  });
});

describe('the lines that are written and not said', () => {
  const said = { place: NEXT, written: 'I need' };

  it.each([
    ['nothing else', 'I need', {}],
    ['more after it', 'I need an appointment', { [NEXT]: 'an appointment' }],
    ['something else', 'Hello', { [NEXT]: 'Hello' }],
    ['nothing any more', undefined, {}],
  ])('lose what was said, and no more: %s was written', (_, now, left) => {
    expect(afterSaid(now === undefined ? {} : { [NEXT]: now }, said)).toEqual(left);
    expect(afterSaid({ 'r 2': 'I need', ...(now !== undefined && { [NEXT]: now }) }, said)).toEqual({
      'r 2': 'I need',
      ...left,
    });
  });

  it('tell the turn in whose place one is written last in a rehearsal', () => {
    const places = [placeOf('r', 2), NEXT, placeOf('r', 14), placeOf('q', 4)];

    expect(editedTurn(places, 'r')).toBe(14);
    expect(editedTurn(places, 'p')).toBeUndefined();
  });
});
