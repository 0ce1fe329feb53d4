import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agentFellSilent,
  callerInterrupted,
  callerSpoke,
  conversationClosed,
  heardPart,
  type Session,
} from '../../../lambdas/domain/conversation.ts';
import { at, CALL, session, USER, WEBHOOK } from './records.ts';

const speaking = (text: string, complete = true): Session => ({
  ...session(),
  generation: 3,
  turns: 4,
  answer: { text, complete, timestamp: at(5).toISOString() },
});

describe('a conversation', () => {
  it('begins with the greeting as something that is being said', () => {
    const begun = session('Hello!');

    expect(begun).toMatchObject({ generation: 0, turns: 0, failures: 0 });
    expect(begun.answer).toEqual({ text: 'Hello!', complete: true, timestamp: at(0).toISOString() });
    expect(session().answer).toBeUndefined();
  });

  it('settles what the agent was saying before what the callee said, and moves on', () => {
    const { session: after, newTurns } = callerSpoke(speaking('How can I help? '), 'My order.', at(9));

    const owner = { call_id: CALL, user_id: USER, webhook_id: WEBHOOK };
    expect(newTurns).toEqual([
      { ...owner, number: 5, sender: 'agent', text: 'How can I help?', timestamp: at(5).toISOString() },
      { ...owner, number: 6, sender: 'human', text: 'My order.', timestamp: at(9).toISOString() },
    ]);
    expect(after).toMatchObject({ generation: 4, turns: 6 });
    expect(after.answer).toBeUndefined();
  });

  it('keeps of an interrupted answer only what was heard, and stops its generation', () => {
    const before = speaking('Your order left us on Monday. It comes tomorrow.', false);

    const interrupted = callerInterrupted(before, 'Your order left us');

    expect(interrupted?.newTurns).toMatchObject([
      { text: 'Your order left us', timestamp: at(5).toISOString() },
    ]);
    expect(interrupted?.session).toMatchObject({ generation: 4, turns: 5 });
    expect(interrupted?.session.answer).toBeUndefined();
  });

  it('stores no turn of an answer of which nothing was heard, and stops it', () => {
    const interrupted = callerInterrupted(speaking('Your order'), ' ');

    expect(interrupted?.newTurns).toEqual([]);
    expect(interrupted?.session.generation).toBe(4);
  });

  it.each([
    ['whole, when the vendor does not tell what it played', {}, 'Your order left us on Monday.'],
    ['as far as it was played, to the end of a word', { played: 7, tells_played: true }, 'Your order'],
    ['not at all, when none of it was played', { tells_played: true }, undefined],
  ])('keeps the answer that a hang-up cut off %s', (_, playing, kept) => {
    const closed = conversationClosed({ ...speaking('Your order left us on Monday.'), ...playing });

    expect(closed.newTurns.map(({ text }) => text)).toEqual(kept === undefined ? [] : [kept]);
    expect(closed.session).toMatchObject({ closed: true, generation: 4 });
    expect(closed.session.played).toBeUndefined();
  });

  it('is not stopped by an interruption of something else, which came late', () => {
    expect(callerInterrupted(session(), 'Your order')).toBeUndefined();
    expect(callerInterrupted(speaking('It comes tomorrow.'), 'Your order left us')).toBeUndefined();
  });

  it('counts every change, so that two writers notice one another', () => {
    const before = speaking('All done.');
    const changes = [
      callerSpoke(before, 'Hi', at(9)),
      callerInterrupted(before, 'All'),
      agentFellSilent(before),
      conversationClosed(before),
    ];

    expect(changes.map((change) => change?.session.version)).toEqual([1, 1, 1, 1]);
  });

  it('takes a complete answer for heard when the agent falls silent, and waits for the rest of an incomplete one', () => {
    const settled = agentFellSilent(speaking('All done.'));

    expect(settled?.newTurns.map(({ text }) => text)).toEqual(['All done.']);
    expect(settled?.session.generation).toBe(3);
    expect(agentFellSilent(speaking('All', false))).toBeUndefined();
    expect(agentFellSilent(session())).toBeUndefined();
  });

  it('ends with what was being said, closed, in a new generation', () => {
    const { session: after, newTurns } = conversationClosed(speaking('Good', false));

    expect(after).toMatchObject({ closed: true, generation: 4, turns: 5 });
    expect(newTurns.map(({ text }) => text)).toEqual(['Good']);
  });
});

describe('heardPart', () => {
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
    ['up to the latest place that fits', 'Yes. No. Yes. No.', 'Yes.', 'Yes. No. Yes.'],
  ])('is %s', (_, sent, utterance, heard) => {
    expect(heardPart(sent, utterance)).toBe(heard);
  });

  it('is a beginning of what was sent, for every part of it', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), (sent, start, length) => {
        const heard = heardPart(sent, sent.slice(start, start + length));

        expect(sent.trim().startsWith(heard) || sent.startsWith(heard)).toBe(true);
      }),
    );
  });
});
