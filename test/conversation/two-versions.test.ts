import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { takenOver } from '../../lambdas/conversation/model/takeover.ts';
import { takeOver } from '../../lambdas/conversation/store/begin-conversation.ts';
import { sessionKey, turnKey } from '../../lambdas/conversation/store/keys.ts';
import { readItem } from '../../lambdas/platform/table/items.ts';
import { parseSteps, type StepsInput, SUPPORT } from '../support/agent-steps.ts';
import { PLAIN, playedConversation, table } from './played-conversation.ts';

// A deployment or a roll-back in the middle of a call: two versions of the code take turns on one stored conversation.

const begunMs = Date.now() - 10_000;
const at = (second: number) => new Date(begunMs + second * 1_000).toISOString();

/** A session as the first version stored it: without a connection, steps, requests or what answered. */
const FIRST = {
  context: null,
  generation: 1,
  version: 4,
  turns: 1,
  failures: 0,
  answer: { text: 'At noon.', complete: true, timestamp: at(9) },
  played_characters: 8,
  reports_playback: true,
};
const FIRST_TURN = {
  number: 1,
  webhook_id: null,
  timestamp: at(5),
  sender: 'agent',
  text: 'Good day to you.',
};

/** What a later version may have stored. */
const OF_LATER = {
  mood: { since: 2, signs: ['calm'] },
  steps: {
    step: 'identify',
    values: {},
    visits: { identify: 1 },
    turn: 1,
    moves: 0,
    silences: 0,
    attempts: 0,
    always_at: {},
    pace: 'slow',
  },
  answerer: { steps: [], certainty: 0.5 },
};

/** A conversation whose stored items are given, and are not of this version. */
async function storedByAnother(session: object, steps?: StepsInput) {
  const settings = {
    ...PLAIN.settings,
    dtmf_input: { terminator: '#' as const, timeout_seconds: 3, max_length: 8 },
    ...(steps && { steps: parseSteps(steps) }),
  };
  const played = await playedConversation({ settings });
  const { user_id, call_id } = (await played.stored())?.session ?? {};
  for (const Item of [
    { ...sessionKey(played.connectionId), user_id, call_id, ...session },
    { ...turnKey(played.connectionId, 1), user_id, call_id, ...FIRST_TURN },
  ])
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return { ...played, item: () => readItem(table, sessionKey(played.connectionId)) };
}

/** All that changes a session: words and their answer, an interruption, keys, and another connection. */
async function goOn({ connectionId, answered, send, stored }: Awaited<ReturnType<typeof storedByAnother>>) {
  await answered('Are you open today?', ['Yes, we are.']);
  await send({ type: 'interrupt', utteranceUntilInterrupt: 'Yes,' });
  await send({ type: 'dtmf', digit: '5' });
  await send({ type: 'dropped' });
  const lost = await stored();
  const now = new Date();
  const next = { id: `${connectionId} 2`, openedMs: now.getTime(), relaySessionId: 'VX1' };
  const change = lost && takenOver(lost, next, now);
  if (!change) throw new Error('The conversation was not taken over.');
  await takeOver(table, connectionId, { change, before: lost.session, now });
  return next.id;
}

it('goes on with a conversation that the first version began', async () => {
  const played = await storedByAnother(FIRST);

  const over = await goOn(played);

  const { turns = [] } = (await played.stored()) ?? {};
  expect(turns.map((turn) => 'text' in turn && turn.text)).toEqual([
    'Good day to you.',
    'At noon.',
    'Are you open today?',
    'Yes,',
  ]);
  expect(await played.item()).toMatchObject({ connection_id: over, pressed_keys: [{ digit: '5' }] });
});

it('keeps what a later version stored, and the two go on in turn', async () => {
  const played = await storedByAnother({ ...FIRST, ...OF_LATER }, SUPPORT);

  await goOn(played);

  const { mood, steps, answerer } = OF_LATER;
  expect(await played.item()).toMatchObject({
    mood,
    steps: { pace: steps.pace, turn: 2 },
    answerer: { certainty: answerer.certainty },
  });
});
