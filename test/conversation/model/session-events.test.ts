import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallAction } from '../../../lambdas/actions/model/action.ts';
import { triggeredBy } from '../../../lambdas/conversation/model/change.ts';
import { PHRASES } from '../../../lambdas/conversation/model/phrases.ts';
import { playedPart, spokenBy } from '../../../lambdas/conversation/model/playback.ts';
import { isLeaving, isSpoken, type Session, type Turn } from '../../../lambdas/conversation/model/session.ts';
import {
  agentFellSilent,
  contactInterrupted,
  conversationClosed,
} from '../../../lambdas/conversation/model/session-events.ts';
import { contactSpoke, wordsNeverFinal } from '../../../lambdas/conversation/model/user-turn.ts';
import { ACTION, at, CALL, session, USER, WEBHOOK } from '../../support/records.ts';

const speaking = (text: string, complete = true): Session => ({
  ...session(),
  generation: 3,
  turns: 4,
  answer: { text, complete, timestamp: at(5).toISOString() },
});

const wordsOf = (turns: readonly Turn[] = []) => turns.filter(isSpoken).map(({ text }) => text);

describe('a conversation', () => {
  it('stores the pending answer before the contact’s words, and increases the generation', () => {
    const { session: after, newTurns } = contactSpoke(speaking('How can I help? '), 'My order.', at(9));

    const owner = { call_id: CALL, user_id: USER, webhook_id: WEBHOOK };
    expect(newTurns).toEqual([
      { ...owner, number: 5, sender: 'agent', text: 'How can I help?', timestamp: at(5).toISOString() },
      { ...owner, number: 6, sender: 'human', text: 'My order.', timestamp: at(9).toISOString() },
    ]);
    expect(after).toMatchObject({ generation: 4, turns: 6 });
    expect(after.answer).toBeUndefined();
  });

  it('keeps only the played part of an interrupted answer, and stops its generation', () => {
    const before = speaking('Your order left us on Monday. It comes tomorrow.', false);

    const interrupted = contactInterrupted(before, 'Your order left us');

    expect(interrupted?.newTurns).toMatchObject([
      { text: 'Your order left us', timestamp: at(5).toISOString(), figures: { interrupted: true } },
    ]);
    expect(interrupted?.session).toMatchObject({ generation: 4, turns: 5 });
    expect(interrupted?.session.answer).toBeUndefined();
  });

  it.each([
    ['whole, when the vendor does not report what it played', {}, 'Your order left us on Monday.'],
    ['as far as there was time for, of its first words', { turns: 0 }, 'Your order', 1.6],
    ['whole, when there was time for its first words', { turns: 0 }, 'Your order left us on Monday.', 60],
    [
      'as far as it was played, to the end of a word',
      { played_characters: 7, reports_playback: true },
      'Your order',
    ],
    ['not at all, when none of it was played', { reports_playback: true }, undefined],
    ['as far as there was time for, when no text was over', { reports_playback: true }, 'Your order', 1.6],
    [
      'as far as it was played, when there was time for all',
      { played_characters: 7, reports_playback: true },
      'Your order',
      60,
    ],
  ])('keeps the answer that a hang-up cut off %s', (_, playing, kept, seconds = 0) => {
    const cutOff = { ...speaking('Your order left us on Monday.'), ...playing };
    const at = new Date(Date.parse(cutOff.answer?.timestamp ?? '') + seconds * 1000);
    const closed = conversationClosed(cutOff, at);

    expect(wordsOf(closed.newTurns)).toEqual(kept === undefined ? [] : [kept]);
    expect(closed.session).toMatchObject({ closed: true, generation: 4 });
    expect(closed.session.played_characters).toBeUndefined();
  });

  it('stores a complete answer as played when the agent stops speaking, and waits for the rest of an incomplete one', () => {
    const after = agentFellSilent(speaking('All done.'));

    expect(wordsOf(after?.newTurns)).toEqual(['All done.']);
    expect(after?.session.generation).toBe(3);
    expect(agentFellSilent(speaking('All', false))).toBeUndefined();
    expect(agentFellSilent(session())).toBeUndefined();
  });
});

describe('what follows an event', () => {
  const leaving = { ...speaking('Goodbye.'), ending: true };
  const asking = {
    ...speaking('Are you there?'),
    silence_words: { generation: 3, words: 'presence' as const },
  };

  it.each([
    [
      'watches the silence since the agent stopped speaking',
      agentFellSilent(speaking('All done.'), at(9)),
      [{ kind: 'watch_silence', since: at(9) }],
    ],
    ['leaves the call once the goodbye was played', agentFellSilent(leaving, at(9)), [{ kind: 'leave' }]],
    ['goes on with the silence after a question at its timeout', agentFellSilent(asking, at(9)), []],
    [
      'watches the silence after an interruption',
      contactInterrupted(speaking('All done.'), 'All'),
      [{ kind: 'watch_silence' }],
    ],
    [
      'watches, then asks again for words that never became final',
      wordsNeverFinal(session(), 'At', at(9)),
      [
        { kind: 'watch_silence', since: spokenBy(PHRASES.en.trouble, at(9)) },
        { kind: 'say', text: PHRASES.en.trouble },
      ],
    ],
  ])('%s', (_, change, effects) => {
    expect(change?.effects).toEqual(effects);
  });
});

describe('a phrase that triggers an action', () => {
  const onPhrase = (
    type: CallAction['type'],
    phrase: string,
    condition: 'keys' | 'contains' = 'contains',
  ): CallAction => ({
    id: ACTION,
    user_id: USER,
    type,
    config: {},
    action_trigger: {
      type: 'action_trigger_phrase_based',
      config: { phrase_triggers: [{ phrase, conditions: [`phrase_condition_type_${condition}`] }] },
    },
  });
  const saying = (text: string, ...actions: CallAction[]): Session => {
    const before = speaking(text);
    return { ...before, agent: { ...before.agent, actions } };
  };

  it('triggers when the agent was heard to say it, in any case, after the words', () => {
    const after = agentFellSilent(
      saying('Well, GOODBYE then.', onPhrase('action_end_conversation', 'goodbye')),
    );

    const owner = { call_id: CALL, user_id: USER, webhook_id: WEBHOOK, timestamp: at(5).toISOString() };
    const action = { action_id: ACTION, type: 'action_end_conversation', input: {}, output: {} };
    expect(after?.newTurns).toEqual([
      { ...owner, number: 5, sender: 'agent', text: 'Well, GOODBYE then.' },
      { ...owner, number: 6, action },
    ]);
    expect(after?.session).toMatchObject({ turns: 6, ending: true });
  });

  it('triggers however it is written, but not when the contact says it', () => {
    const text = 'One moment, I’m CONNECTING\u00a0you now.';
    const before = saying(text, onPhrase('action_end_conversation', "I'm connecting you…"));

    expect(triggeredBy({ sender: 'agent', text, digits: undefined }, before)).toHaveLength(1);
    expect(triggeredBy({ sender: 'human', text, digits: undefined }, before)).toEqual([]);
  });

  it.each([
    ['exactly these', 'human', '90', 1],
    ['no more', 'human', '901', 0],
    ['not when the contact says them', 'human', undefined, 0],
    ['not when the agent says them', 'agent', undefined, 0],
  ] as const)('triggers by keys: %s', (_, sender, digits, actions) => {
    const before = saying('', onPhrase('action_end_conversation', '90', 'keys'));

    expect(triggeredBy({ sender, text: '90', digits }, before)).toHaveLength(actions);
  });

  it('does not trigger when an interruption kept it from being heard', () => {
    const before = saying('All right. Goodbye then.', onPhrase('action_end_conversation', 'goodbye'));

    const interrupted = contactInterrupted(before, 'All right.');

    expect(wordsOf(interrupted?.newTurns)).toEqual(['All right.']);
    expect(interrupted?.newTurns).toHaveLength(1);
    expect(interrupted?.session.ending).toBeUndefined();
  });

  it('triggers nothing more once the agent leaves the call', () => {
    const after = agentFellSilent(
      saying(
        'Goodbye, one moment.',
        onPhrase('action_transfer_call', 'one moment'),
        onPhrase('action_end_conversation', 'goodbye'),
      ),
    );

    expect(after?.session).toMatchObject({ handoff: ACTION, turns: 6 });
    expect(after?.session.ending).toBeUndefined();
    expect(after && isLeaving(after.session)).toBe(true);
  });
});

describe('a hold', () => {
  const holding: Session = { ...session(), holding: true };

  it.each(['Hello?', 'Thank you for holding.', 'Is Max with me?'])('ends with "%s"', (text) => {
    const named = { ...holding, settings: { ...holding.settings, name: 'Max' } };

    expect(contactSpoke(named, text, at(9)).session.holding).toBe(false);
  });

  it('continues through other words, which are stored', () => {
    const spoken = contactSpoke(holding, 'Do you know where the file is?', at(9));

    expect(spoken.session.holding).toBe(true);
    expect(wordsOf(spoken.newTurns)).toEqual(['Do you know where the file is?']);
  });
});

describe('playedPart', () => {
  it.each([
    ['all of it', 'One. Two. Three.', 'One. Two. Three.', 'One. Two. Three.'],
    ['the last clause that was spoken', 'One. Two. Three.', 'Two.', 'One. Two.'],
    ['nothing', 'One. Two.', '  ', ''],
    [
      'the vendor’s own words, where they differ from ours',
      'It costs $5.',
      'It costs five dollars',
      'It costs five dollars',
    ],
    ['up to the first place that fits', 'I am sorry, I cannot.', 'I', 'I'],
    ['up to the first place after what was played', 'Yes. No. Yes. No.', 'Yes.', 'Yes. No. Yes.', 8],
  ])('is %s', (_, sent, utterance, part, played = 0) => {
    expect(playedPart(sent, utterance, played)).toBe(part);
  });

  it('is a beginning of what was sent, for every part of it', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), (sent, start, length) => {
        const part = playedPart(sent, sent.slice(start, start + length));

        expect(sent.trim().startsWith(part) || sent.startsWith(part)).toBe(true);
      }),
    );
  });
});
