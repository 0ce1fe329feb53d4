import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  entryDueAt,
  maskKeys,
  maskKeysWithin,
  type PressedKey,
  pendingEntries,
  pendingEntry,
} from '../../../lambdas/conversation/model/keys/keypad.ts';
import { modelMessages } from '../../../lambdas/conversation/model/model-input.ts';
import { isSpoken, type Session } from '../../../lambdas/conversation/model/session.ts';
import { conversationClosed } from '../../../lambdas/conversation/model/session-events.ts';
import { contactPressedKeys, contactSpoke } from '../../../lambdas/conversation/model/user-turn.ts';
import { ACTION, at, session, USER } from '../../support/records.ts';

const LISTENS = { terminator: '#' as const, timeout_seconds: 2, max_length: 32 };

/** Keys that were pressed 300 ms apart, from a second on. */
const keys = (digits: string, second = 1): PressedKey[] =>
  [...digits].map((digit, index) => {
    const ms = at(second).getTime() + 300 * index;
    return { digit, at: ms, id: `${digit}-${ms}` };
  });

function listening(changes: Partial<Session> = {}, settings: Partial<Session['settings']> = {}): Session {
  const begun = session();
  return { ...begun, ...changes, settings: { ...begun.settings, dtmf_input: LISTENS, ...settings } };
}

const texts = (change: ReturnType<typeof contactPressedKeys>) =>
  change?.newTurns.map((turn) => (isSpoken(turn) ? turn.text : turn.action.type));

describe('keys that the contact pressed', () => {
  it('are in the order in which they were pressed, however they were stored', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(keys('4711820#'), { minLength: 8 }), (pressed) => {
        expect(pendingEntry(listening({ pressed_keys: pressed }))?.digits).toBe('4711820');
      }),
    );
  });

  it('count once although their write was repeated', () => {
    const [first, second] = keys('11');
    if (!first || !second) throw new Error('There are two keys.');

    expect(pendingEntry(listening({ pressed_keys: [first, first, second] }))?.digits).toBe('11');
    expect(pendingEntry(listening({ pressed_keys: [first], entered_keys: [first, second] }))).toBeUndefined();
  });

  it.each<[string, string[], Partial<Session>, object]>([
    ['12#34', ['12', '34'], {}, {}],
    ['12#34#5', ['12', '34', '5'], {}, {}],
    ['12##', ['12', '#'], {}, {}],
    ['123456', ['1234', '56'], {}, { max_length: 4 }],
    ['1234#56', ['1234', '56'], {}, { max_length: 4 }],
    ['1234', ['1', '234'], { expected_keys: 1 }, {}],
    ['1#23', ['1', '23'], { expected_keys: 1 }, {}],
    ['12#34', ['12#34'], {}, { terminator: 'none' }],
  ])('%s are the entries %j, with %j and %j', (digits, entries, changes, input) => {
    const state = listening(
      { pressed_keys: keys(digits), ...changes },
      { dtmf_input: { ...LISTENS, ...input } },
    );

    expect(pendingEntries(state).map((entry) => entry.digits)).toEqual(entries);
  });

  it.each<[string, boolean, Partial<Session>, object]>([
    ['12', false, {}, {}],
    ['12#', true, {}, {}],
    ['12#', false, {}, { terminator: 'none' }],
    ['12*', true, {}, { terminator: '*' }],
    ['#', true, {}, {}],
    ['1234', true, {}, { max_length: 4 }],
    ['123', false, {}, { max_length: 4 }],
    ['123', true, { expected_keys: 3 }, { max_length: 4 }],
    ['1234', true, { expected_keys: 9 }, { max_length: 4 }],
  ])('%s are complete: %s, with %j and %j', (digits, isComplete, changes, input) => {
    const state = listening(
      { pressed_keys: keys(digits), ...changes },
      { dtmf_input: { ...LISTENS, ...input } },
    );

    expect(pendingEntry(state)?.isComplete).toBe(isComplete);
  });

  it('are due some seconds after the last one', () => {
    const pressed = keys('471');

    expect(entryDueAt(listening({ pressed_keys: pressed.reverse() }))).toEqual(
      new Date(at(1).getTime() + 2_600),
    );
    expect(entryDueAt(listening())).toBeUndefined();
  });

  it('become a turn of the contact without the terminator, and a new generation begins', () => {
    const answer = { text: 'Your number?', complete: true, timestamp: at(0).toISOString() };
    const change = contactPressedKeys(
      listening({ pressed_keys: keys('4711#'), expected_keys: 5, answer }),
      at(3),
    );

    expect(texts(change)).toEqual(['Your number?', '[keys 4711]']);
    expect(change?.session).toMatchObject({ generation: 1, unanswered_generation: 1, turns: 2 });
    expect(change?.session.pressed_keys).toBeUndefined();
    expect(change?.session.expected_keys).toBeUndefined();
    expect(contactPressedKeys(change?.session ?? listening(), at(4))).toBeUndefined();
  });

  it('stand before words that end them', () => {
    const change = contactSpoke(listening({ pressed_keys: keys('47') }), 'That is it.', at(3));

    expect(texts(change)).toEqual(['[keys 47]', 'That is it.']);
    expect(change.session.pressed_keys).toBeUndefined();
  });

  it('replace the entry for which they came too late', () => {
    const [one, two, three] = keys('471');
    if (!one || !two || !three) throw new Error('There are three keys.');
    const first = contactPressedKeys(listening({ pressed_keys: [three, one] }), at(3));
    const late = { ...(first?.session ?? listening()), pressed_keys: [two] };

    const second = contactPressedKeys(late, at(3));

    expect(pendingEntry(late)?.isComplete).toBe(true);
    expect([texts(first), texts(second)]).toEqual([
      ['[keys 41]'],
      ['[keys 471, instead of the keys before]'],
    ]);
  });

  it('that were pressed after an entry replace nothing although a key of that entry comes late', () => {
    const [one, two, three, four] = keys('4712');
    if (!one || !two || !three || !four) throw new Error('There are four keys.');
    const entered = [one, three];

    const change = contactPressedKeys(
      listening({ entered_keys: entered, pressed_keys: [four, two], expected_keys: 2 }),
      at(3),
    );

    expect(texts(change)).toEqual(['[keys 471, instead of the keys before]']);
    expect(change?.session.pressed_keys).toEqual([four]);
  });

  it('after the end of an entry stay pending, until they are complete or due', () => {
    const change = contactPressedKeys(listening({ pressed_keys: keys('12#34') }), at(3), true);
    const after = change?.session ?? listening();

    expect(texts(change)).toEqual(['[keys 12]']);
    expect(entryDueAt(after)).toEqual(new Date(at(1).getTime() + 1200 + 2000));
    expect(contactPressedKeys(after, at(4), true)).toBeUndefined();
    expect(texts(contactPressedKeys(after, at(4)))).toEqual(['[keys 34]']);
  });

  it('become a turn for each entry when the contact speaks or hangs up', () => {
    const pressed = keys('12#34#5');

    const spoken = contactSpoke(listening({ pressed_keys: pressed }), 'That is it.', at(5));
    const closed = conversationClosed(listening({ pressed_keys: pressed }, { mask_dtmf: true }));

    expect(texts(spoken)).toEqual(['[keys 12]', '[keys 34]', '[keys 5]', 'That is it.']);
    expect(texts(closed)).toEqual(['[keys ••]', '[keys ••]', '[keys •]']);
    expect([spoken.session.pressed_keys, closed.session.pressed_keys]).toEqual([undefined, undefined]);
  });

  it('end a hold: the contact is back', () => {
    expect(
      contactPressedKeys(listening({ pressed_keys: keys('1'), holding: true }), at(3))?.session.holding,
    ).toBeUndefined();
  });

  it('trigger the action of these keys', () => {
    const phrase_triggers = [{ phrase: '0', conditions: ['phrase_condition_type_keys' as const] }];
    const action_trigger = { type: 'action_trigger_phrase_based' as const, config: { phrase_triggers } };
    const transfer = { type: 'action_transfer_call' as const, config: {}, action_trigger };
    const begun = listening({ pressed_keys: keys('0#') });
    const agent = { ...begun.agent, actions: [{ id: ACTION, user_id: USER, ...transfer }] };

    expect(contactPressedKeys({ ...begun, agent }, at(3))?.session.handoff).toBe(ACTION);
  });
});

describe('keys that are secret', () => {
  const secret = (digits: string) =>
    contactPressedKeys(listening({ pressed_keys: keys(digits) }, { mask_dtmf: true }), at(3));

  it('are in no turn, and the model sees them', () => {
    const change = secret('4711#');
    if (!change) throw new Error('The keys are a turn.');

    const messages = modelMessages(change.session, { turns: change.newTurns, tools: [], passages: [] });

    expect(texts(change)).toEqual(['[keys ••••]']);
    expect(JSON.stringify(change.newTurns)).not.toContain('4711');
    expect(messages.at(-1)).toEqual({ role: 'user', content: '[keys 4711]' });
    expect(messages[0]?.content).toContain('Never say keys');
  });

  it('are hidden if the agent says them nevertheless', () => {
    const after = secret('4711#')?.session;
    const answer = { text: 'I noted 4 7 1 1, or 4711.', complete: true, timestamp: at(4).toISOString() };

    const change = contactSpoke({ ...(after ?? listening()), answer }, 'Yes.', at(5));

    expect(texts(change)).toEqual(['I noted ••••, or ••••.', 'Yes.']);
  });

  it('are gone from the session when the conversation is closed', () => {
    const closed = conversationClosed(secret('4711#')?.session ?? listening());

    expect(JSON.stringify(closed.session)).not.toContain('4711');
    expect(closed.session.entered_keys).toBeUndefined();
  });

  it('are hidden within arguments and answers of tools, except a choice in a menu', () => {
    const secrets = { 1: '4711', 2: '1' };

    expect(
      maskKeysWithin({ pin: '4711', n: 4711, all: ['47-11', 1], '4711': null, ok: true }, secrets),
    ).toEqual({
      pin: '••••',
      n: '••••',
      all: ['••••', 1],
      '••••': null,
      ok: true,
    });
    expect(maskKeys('Room 1.', secrets)).toBe('Room 1.');
    expect(maskKeys('4711', undefined)).toBe('4711');
  });
});
