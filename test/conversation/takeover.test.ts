import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import type { AgentSettings } from '../../lambdas/agents/model/agent.ts';
import { reportedBy } from '../../lambdas/conversation/model/playback.ts';
import type { Session } from '../../lambdas/conversation/model/session.ts';
import { takenOver } from '../../lambdas/conversation/model/takeover.ts';
import { contactSpoke } from '../../lambdas/conversation/model/user-turn.ts';
import { takeOver } from '../../lambdas/conversation/store/begin-conversation.ts';
import type { ConversationStore } from '../../lambdas/conversation/store/conversation-store.ts';
import { awaitStandstill } from '../../lambdas/conversation/waits.ts';
import { parseSteps, SUPPORT } from '../support/agent-steps.ts';
import { sessionOf, storedCall } from '../support/table/stored-call.ts';
import { PLAIN, playedConversation, table, untilAsked } from './played-conversation.ts';

// A conversation whose relay lost its connection, and which the call's next connection takes over.

const ANSWER = { text: 'It is noon. Anything else?', complete: true, timestamp: new Date().toISOString() };

type Played = Awaited<ReturnType<typeof playedConversation>>;

interface Plan {
  readonly session?: object;
  /** What happens before the connection is lost. */
  readonly before?: (played: Played) => Promise<unknown>;
  readonly lostMs?: number;
  readonly steps?: AgentSettings['steps'];
  readonly disclosure?: string;
  /** @default false */
  readonly asksAhead?: boolean;
}

/** A conversation that a second connection has taken over, some time after the first one was lost. */
async function takenConversation({
  session = {},
  before = async () => {},
  lostMs = 300,
  asksAhead = false,
  steps,
  disclosure,
}: Plan = {}) {
  const settings = {
    ...(!asksAhead && PLAIN.settings),
    dtmf_input: { terminator: '#' as const, timeout_seconds: 3, max_length: 8 },
    ...(steps && { steps }),
    ...(disclosure && { disclosure }),
  };
  const played = await playedConversation({
    settings,
    session: { reports_playback: true, ...session },
  });
  await before(played);
  const over: string = randomUUID();
  await played.send({ type: 'dropped' });
  const lost = await played.stored();
  if (!lost) throw new Error('There is no conversation.');
  const now = new Date(Date.now() + lostMs);
  const change = takenOver(lost, { id: over, openedMs: now.getTime(), relaySessionId: 'VX1' }, now);
  if (!change) throw new Error('The conversation was not taken over.');
  await takeOver(table, played.connectionId, { change, before: lost.session, now });
  const goOn = (wait: () => Promise<unknown> = async () => {}) => {
    const droppedAt = new Date(Date.now() - lostMs);
    return played.send({ type: 'taken_over', droppedAt }, { over, wait: async () => void (await wait()) });
  };
  return { ...played, over, goOn };
}

/** Says words and has them answered. */
const exchange = ({ answered, model }: Played, words: string, options: Parameters<Played['final']>[1] = {}) =>
  answered(words, [`Answer ${model.requests.length + 1}.`], options);

it('goes on over the new connection, and ignores frames of the former one', async () => {
  const played = await takenConversation();

  const at = new Date(Date.now() + 1_000);
  await played.final('Not for you.', { at });
  await played.send({ type: 'dtmf', digit: '5' }, { at });
  await played.send({ type: 'interrupt', utteranceUntilInterrupt: '' }, { at });
  await exchange(played, 'What time is it?', { over: played.over });

  expect(await played.transcript()).toEqual(['What time is it?', '(Answer 1.)']);
  expect(played.spokenText()).toBe('Answer 1.');
});

it.each([
  ['first', [false, true]],
  ['last', [true, false]],
])('takes words once that arrived over the former connection and are handled %s', async (_, order) => {
  const played = await takenConversation();

  for (const [index, isOver] of order.entries()) {
    const options = isOver ? { over: played.over } : { at: new Date(Date.now() - 1_000) };
    if (index === 0) await exchange(played, 'What time is it?', options);
    else await played.final('What time is it?', options);
  }

  expect(await played.transcript()).toEqual(['What time is it?', '(Answer 1.)']);
});

it('recognizes words and keys that the former connection delivered, once for each', async () => {
  const before = async (played: Played) => {
    await exchange(played, 'Yes.');
    await played.send({ type: 'dtmf', digit: '5' });
  };
  const played = await takenConversation({ before });

  await played.final('yes', played);
  await played.send({ type: 'dtmf', digit: '5' }, played);
  await played.send({ type: 'dtmf', digit: '5' }, played);
  await exchange(played, 'Yes.', { over: played.over, at: new Date(Date.now() + 1_000) });

  const { turns = [], session } = (await played.stored()) ?? {};
  expect(turns.map((turn) => 'text' in turn && turn.text)).toEqual([
    'Yes.',
    'Answer 1.',
    '[keys 55]',
    'Yes.',
  ]);
  expect(session?.answer?.text).toBe('Answer 2.');
});

it('recognizes words that a connection replayed before it was lost as well', async () => {
  const played = await takenConversation({ before: (played) => exchange(played, 'Yes.') });
  const third: string = randomUUID();
  await played.send({ type: 'dropped' }, { over: played.over });
  const lost = await played.stored();
  const now = new Date(Date.now() + 900);
  const change = lost && takenOver(lost, { id: third, openedMs: now.getTime(), relaySessionId: 'VX1' }, now);
  if (!change) throw new Error('The conversation was not taken over.');
  await takeOver(table, played.connectionId, { change, before: lost.session, now });

  // The second connection's report arrived before the third was opened, and is handled after it.
  await played.final('Yes.', { over: played.over, at: new Date(now.getTime() - 100) });
  await played.final('Yes.', { over: third, at: now });
  expect(await played.transcript()).toEqual(['Yes.', '(Answer 1.)']);

  await exchange(played, 'Yes.', { over: third, at: new Date(now.getTime() + 500) });
  expect(await played.transcript()).toEqual(['Yes.', 'Answer 1.', 'Yes.', '(Answer 2.)']);
});

it('answers words once that one connection replays twice, in one buffer', async () => {
  const played = await takenConversation({ before: (before) => exchange(before, 'Yes.') });

  const beforeTakeover = { over: played.over, at: new Date(Date.now() - 1_000) };
  await played.final('Yes.', beforeTakeover);
  await played.final('Yes.', beforeTakeover);

  expect(await played.transcript()).toEqual(['Yes.', '(Answer 1.)']);
});

it('takes the same words as new ones once the replay is over', async () => {
  const played = await takenConversation({ before: (played) => exchange(played, 'Yes.') });

  await exchange(played, 'Yes.', { over: played.over, at: new Date(Date.now() + 2_500) });

  expect(await played.transcript()).toEqual(['Yes.', 'Answer 1.', 'Yes.', '(Answer 2.)']);
});

it('recognizes the keys of earlier entries', async () => {
  const before = async ({ send, model }: Played) => {
    for (const [index, digit] of ['5', '6'].entries()) {
      await send({ type: 'dtmf', digit });
      const answering = send({ type: 'dtmf', digit: '#' });
      await untilAsked(model, index + 1);
      model.requests.at(-1)?.answer('Noted.');
      await answering;
    }
  };
  const { send, stored, over } = await takenConversation({ before });

  for (const digit of ['5', '#', '6', '#', '7']) await send({ type: 'dtmf', digit }, { over });

  const { session, turns = [] } = (await stored()) ?? {};
  expect(session?.pressed_keys?.map(({ digit }) => digit)).toEqual(['7']);
  expect(turns.filter((turn) => 'text' in turn && turn.text.includes('keys'))).toHaveLength(2);
});

it('keeps the step, and the value that is being confirmed', async () => {
  const phone = { value: '+14155552671', source: 'contact', read_back: { words: '4 1 5 …', turn: 1 } };
  const at = { turn: 1, moves: 0, silences: 0, attempts: 0, always_at: {} };
  const state = { ...at, step: 'identify', values: { phone }, visits: { identify: 1 } };
  const played = await takenConversation({ steps: parseSteps(SUPPORT), session: { steps: state } });

  const answering = played.final('Yes.', { over: played.over });
  await untilAsked(played.model);
  const call = { id: '1', name: 'confirm_value', arguments: '{"name":"phone"}' };
  played.model.requests[0]?.answer({ kind: 'tool', call });
  await untilAsked(played.model, 2);
  played.model.requests[1]?.answer('When were you born?');
  await answering;

  expect((await played.stored())?.session.steps).toMatchObject({
    step: 'identify',
    values: { phone: { ...phone, confirmed_at: 2 } },
  });
});

/** The contact's words are stored, and the model is writing its answer. */
async function asks({ final, model, transcript }: Played) {
  void final('What time is it?');
  await untilAsked(model);
  await vi.waitFor(async () => expect(await transcript()).toHaveLength(1));
}

it('asks nobody to repeat words that the vendor replays in parts', async () => {
  const played = await takenConversation({ before: asks, asksAhead: true });

  const part = played.partial('What time is it', played);
  await untilAsked(played.model, 2);
  await played.final('What time is it?', played);
  await part;

  const { turns = [] } = (await played.stored()) ?? {};
  expect(turns.map((turn) => 'text' in turn && turn.text)).toEqual(['What time is it?']);
});

it('ignores what the vendor replays of an earlier answer: its interruption and its end', async () => {
  const before = async (played: Played) => {
    await exchange(played, 'Tell me more.');
    await played.send({ type: 'interrupt', utteranceUntilInterrupt: '' });
    await exchange(played, 'No, wait.');
  };
  const { send, transcript, over } = await takenConversation({ before });

  await send({ type: 'interrupt', utteranceUntilInterrupt: '' }, { over });
  await send({ type: 'interrupt', utteranceUntilInterrupt: 'Answer 1.' }, { over });
  await send({ type: 'info', name: 'agentSpeaking', value: 'off' }, { over, wait: async () => {} });
  expect(await transcript()).toEqual(['Tell me more.', 'No, wait.', '(Answer 2.)']);

  await send({ type: 'interrupt', utteranceUntilInterrupt: 'Answer' }, { over });
  expect(await transcript()).toEqual(['Tell me more.', 'No, wait.', 'Answer']);
});

it('counts words as played once, whichever connection reports them', async () => {
  const { send, stored, over } = await takenConversation({
    session: { answer: ANSWER, played_characters: 12 },
  });

  await send({ type: 'info', name: 'tokensPlayed', value: 'is noon. ' }, { over });
  await send({ type: 'info', name: 'tokensPlayed', value: 'Anything' });
  await send({ type: 'info', name: 'tokensPlayed', value: 'Anything' }, { over });

  expect((await stored())?.session.played_characters).toBe(20);
});

it.each([
  ['in another order', ['Anything else?', 'It is noon. ']],
  ['without those of the words before', ['Anything else?']],
])('counts replayed reports of played words %s', async (_, reports) => {
  const { send, stored, over } = await takenConversation({ session: { answer: ANSWER } });

  for (const value of reports) await send({ type: 'info', name: 'tokensPlayed', value }, { over });

  expect((await stored())?.session.played_characters).toBe(ANSWER.text.length);
});

it('sends the rest of an answer again if nothing more of it is played', async () => {
  const { goOn, spokenText } = await takenConversation({
    session: { answer: ANSWER, played_characters: 12 },
  });

  await goOn();

  expect(spokenText()).toBe('Anything else?');
});

it('says that the line was interrupted if a lost frame may have reported that the rest was played', async () => {
  const { goOn, send, over, transcript } = await takenConversation({
    session: { answer: ANSWER, played_characters: 12 },
  });

  await send(
    { type: 'error', description: 'Invalid message: {"message": "Internal server error"}' },
    { over },
  );
  await goOn();

  expect(await transcript()).toEqual([
    'It is noon.',
    '(Sorry, the line was interrupted for a moment. Please go on.)',
  ]);
});

it.each([
  ['message', { session: { voicemail: true, ending: true } }],
  ['disclosure', { disclosure: ANSWER.text }],
])('sends the rest of a %s so that nothing interrupts it', async (_, { session = {}, ...plan }: Plan) => {
  const { goOn, sent } = await takenConversation({
    ...plan,
    session: { answer: ANSWER, played_characters: 12, ...session },
  });

  await goOn();

  expect(sent).toEqual([{ type: 'text', token: 'Anything else?', last: true, interruptible: false }]);
});

it('speaks of no interruption while words of the contact are being answered', async () => {
  const { goOn, spokenText, model } = await takenConversation({ before: asks, lostMs: 5_000 });
  let waits = 0;
  const answer = async () => {
    waits += 1;
    if (waits < 2) return;
    model.requests[0]?.answer('Noon.');
    await vi.waitFor(() => expect(spokenText()).toBe('Noon.'));
  };

  await goOn(answer);

  expect(spokenText()).toBe('Noon.');
});

it.each([
  ['before its first words', { before: asks }],
  ['within its words', { session: { answer: { ...ANSWER, complete: false }, played_characters: 28 } }],
])('asks the contact to say it again if the answer died with the connection, %s', async (_, plan: Plan) => {
  const { goOn, spokenText, watched } = await takenConversation(plan);

  await goOn();

  expect(spokenText()).toBe('Sorry, I had a problem just now. Could you say that again?');
  expect(watched).toHaveLength(1);
});

it('sends nothing again while the vendor goes on playing', async () => {
  const { goOn, send, over, spokenText } = await takenConversation({
    session: { answer: ANSWER, played_characters: 12 },
  });

  const words = ['Anything', ' else?'];
  const playsOn = async () => {
    const value = words.shift();
    if (value) await send({ type: 'info', name: 'tokensPlayed', value }, { over });
  };
  await goOn(playsOn);

  expect(spokenText()).toBe('');
});

it.each([
  ['a long loss', 5_000, 'Sorry, the line was interrupted for a moment. Please go on.'],
  ['a short loss', 400, ''],
])('after %s in silence, the agent says: %3$j', async (_, lostMs, expected) => {
  const { goOn, spokenText } = await takenConversation({ lostMs });

  await goOn();

  expect(spokenText()).toBe(expected);
});

it('counts a report of played words that arrived before an answer for none of its words', async () => {
  const played = await playedConversation({ session: { reports_playback: true } });
  await exchange(played, 'What time is it?');
  const at = new Date();
  await exchange(played, 'And now?');
  const report = (value: string, options: object) =>
    played.send({ type: 'info', name: 'tokensPlayed', value }, options);

  await report('It was played late. ', { at: new Date(at.getTime() - 1_000) });
  await report('Answer', { at: new Date(Date.now() + 1_000) });

  expect((await played.stored())?.session.played_characters).toBe('Answer'.length);
});

it('takes an interruption that arrived before an answer began for one of the answer before', async () => {
  const played = await playedConversation({ settings: PLAIN.settings });
  await exchange(played, 'What time is it?');
  const at = new Date(Date.now() - 100);
  await exchange(played, 'Which day is it?');

  await played.send({ type: 'interrupt', utteranceUntilInterrupt: 'Answer 1.' }, { at });

  expect((await played.transcript()).at(-1)).toBe('(Answer 2.)');
});

it.each([
  ['an earlier connection', { openedMs: 4 }, {}],
  ['the connection that has it', { id: 'second' }, {}],
  ['another session of the vendor while the present one is open', { relaySessionId: 'VX2' }, {}],
])('is not taken over by %s', (_, difference, session) => {
  const lost = { connected_ms: 5, connection_id: 'second', relay_session_id: 'VX1', ...session };
  const conversation = { session: { ...sessionOf(storedCall()), ...lost }, turns: [] };
  const next = { id: 'third', openedMs: 6, relaySessionId: 'VX1' };

  expect(takenOver(conversation, { ...next, ...difference }, new Date())).toBeUndefined();
  expect(takenOver(conversation, next, new Date())).toBeDefined();
});

it('forgets which words came before when it is over', () => {
  const session = { ...sessionOf(storedCall()), relay_session_id: 'VX1' };
  const spoken = contactSpoke(session, 'My number is five.', new Date());
  const conversation = { session: spoken.session, turns: spoken.newTurns };
  const change = takenOver(conversation, { id: 'next', openedMs: 1, relaySessionId: 'VX1' }, new Date());

  expect(change?.session.replay?.inputs).toEqual(['first words my number is five']);
});

const LONG = { ...ANSWER, text: 'It is noon, and the sun is shining. Anything else?', figures: { ms: [] } };

it.each([
  ['the next clause', {}, 12],
  ['nothing, if what was sent is played', { played_characters: 36 }, 0, 14],
  ['the clause after what was played', { played_characters: 12 }, 24],
  ['a whole text that was not sent in clauses', { answer: { ...LONG, figures: undefined } }, 50],
  ['a rest that was sent again as a whole', { rest_sent_to: 'next 0' }, 50],
])('gives the vendor time to speak %s', (_, fields, characters, unsent = 0) => {
  const session = { ...sessionOf(storedCall()), answer: LONG, ...fields } as Session;

  const expected = characters > 0 ? 1_500 + 100 * characters : 0;
  expect(reportedBy(session, new Date(0), unsent).getTime()).toBe(expected);
});

it('gives reports of played words more time if functions begin late', async () => {
  const session = { ...sessionOf(storedCall()), answer: LONG, played_characters: 12 } as Session;
  const store = { getSession: async () => session } as unknown as ConversationStore;
  let nowMs = 0;
  const wait = async (ms: number) => {
    nowMs += ms;
  };

  await awaitStandstill({ store, now: () => new Date(nowMs), wait, lateMs: 3_000 });

  expect(nowMs).toBeGreaterThanOrEqual(reportedBy(session, new Date(3_000)).getTime());
});
