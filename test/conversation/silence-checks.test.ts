import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { checkSilenceWorker, handler } from '../../lambdas/calls/relay/check-silence.ts';
import { changeSession } from '../../lambdas/conversation/change-session.ts';
import type { Session } from '../../lambdas/conversation/model/session.ts';
import { contactInterrupted } from '../../lambdas/conversation/model/session-events.ts';
import { getTurns, tableStore } from '../../lambdas/conversation/store/conversations.ts';
import { turnKey } from '../../lambdas/conversation/store/keys.ts';
import { queueOfFile } from './queue-of-file.ts';

const TROUBLE = 'Sorry, I had a problem just now. Could you say that again?';
const { table, queued, sentWords, later, ...queue } = await queueOfFile(checkSilenceWorker, handler);

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

/** A conversation in which the agent asks after 15 seconds of silence. */
const begun = (changes: Partial<Session> = {}) =>
  queue.converse(changes, { ask_if_human_present_on_idle: true });

/** Checks a silence that began 15 seconds ago. */
const check = (connection_id: string, { attempt = 1, generation = 0, silent_since = ago(15) } = {}) =>
  queue.receive({ connection_id, generation, silent_since }, attempt);

describe('the message of a silence check', () => {
  it('waits in the queue for each step until the agent leaves the conversation, and no other message is sent', async () => {
    const { connectionId } = await begun();

    const outcomes = [
      await check(connectionId, { silent_since: ago(5) }),
      await check(connectionId, { silent_since: ago(15) }),
      await check(connectionId, { silent_since: ago(30) }),
      await check(connectionId, { silent_since: ago(45) }),
    ];

    expect(outcomes).toEqual(['kept', 'kept', 'kept', 'done']);
    expect(queued.waits).toEqual([10, 15, 15]);
    expect(queued.sent).toEqual([]);
    expect(sentWords()).toEqual(['Are you still there?', 'Thank you. Goodbye.', 'end']);
  });

  it('that is repeated after its step says nothing twice, and waits for the next one', async () => {
    const { connectionId } = await begun();
    await check(connectionId, { silent_since: ago(15) });

    const outcome = await check(connectionId, { silent_since: ago(16) });

    expect(outcome).toBe('kept');
    expect(queued.waits).toEqual([15, 14]);
    expect(sentWords()).toHaveLength(1);
  });

  it.each([
    ['the contact spoke', { generation: 1 }],
    ['the contact is on hold', { holding: true as const }],
    ['the conversation was closed', { closed: true as const }],
  ])('is done when %s', async (_, changes) => {
    const outcome = await check((await begun(changes)).connectionId, { silent_since: ago(60) });

    expect(outcome).toBe('done');
    expect([...queued.waits, ...sentWords()]).toEqual([]);
  });
});

const human = { sender: 'human', text: 'At three, please.' };
const agent = { sender: 'agent', text: 'That is free.' };
const action = (type: string) => ({ action: { action_id: null, type, input: {}, output: {} } });
const pending = (complete: boolean, seconds: number) => ({
  answer: { text: 'That is ', complete, timestamp: ago(seconds) },
});

/** A conversation whose last turn is some seconds old, after one that an earlier silence check knows. */
async function converse(last: object, secondsAgo: number, changes: Partial<Session> = {}): Promise<string> {
  const { connectionId, call } = await begun({
    generation: 1,
    unanswered_generation: 1,
    turns: 1,
    ...changes,
  });
  const turn = { call_id: call.id, user_id: call.user_id, webhook_id: null, number: 1, ...last };
  const Item = { ...turnKey(connectionId, 1), ...turn, timestamp: ago(secondsAgo) };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return connectionId;
}

/** A noise interrupts the agent before any of its words were heard. */
const interrupt = (connectionId: string) =>
  changeSession({ store: tableStore(table, connectionId), now: () => new Date() }, (session) =>
    contactInterrupted(session, ''),
  );

describe('words that nobody answers', () => {
  it('are asked for again after 10 seconds by the silence check of the time before them', async () => {
    const connectionId = await converse(human, 8);

    const outcomes = [await check(connectionId)];
    const before = sentWords();
    later(2);
    outcomes.push(await check(connectionId, { attempt: 2 }));

    expect(outcomes).toEqual(['kept', 'kept']);
    expect(before).toEqual([]);
    expect(queued.waits[0]).toBe(2);
    expect(sentWords()).toEqual([TROUBLE]);
  });

  it('are asked for once, and the same check asks later whether anybody is there, and leaves', async () => {
    const connectionId = await converse(human, 10);
    const same = { silent_since: ago(15) };

    await check(connectionId, same);
    await check(connectionId, same);
    const spokenAfter = TROUBLE.length / 10;
    expect(queued.waits).toEqual([Math.ceil(spokenAfter + 15), Math.ceil(spokenAfter + 15)]);
    for (const seconds of [queued.waits[0] ?? 0, 15, 15]) {
      later(seconds);
      await check(connectionId, same);
    }

    expect(sentWords()).toEqual([TROUBLE, 'Are you still there?', 'Thank you. Goodbye.', 'end']);
  });

  it('are asked for once if a noise interrupts the agent, whose silence one check then watches', async () => {
    const connectionId = await converse(human, 10);
    const first = { silent_since: ago(15) };
    await check(connectionId, first);

    await interrupt(connectionId);
    const own = { generation: 2, silent_since: ago(0) };
    later(15);
    const outcomes = [await check(connectionId, first), await check(connectionId, own)];

    expect(outcomes).toEqual(['done', 'kept']);
    expect(sentWords()).toEqual([TROUBLE, 'Are you still there?']);
  });

  it.each([
    ['were answered', agent, {}],
    ['are being answered by a voicemail’s message', human, { voicemail: true, ending: true }],
    ['got keys as an answer', action('action_dtmf'), {}],
    ['came on hold', human, { holding: true }],
    ['came before an interruption', human, { generation: 2 }],
  ])('are not asked for again if they %s', async (_, last, changes) => {
    const outcome = await check(await converse(last, 60, changes));

    expect([outcome, ...queued.waits, ...sentWords()]).toEqual(['done']);
  });

  it('are not asked for again if a whole answer was sent, whose own check follows', async () => {
    const outcome = await check(await converse(human, 60, pending(true, 59)));

    expect([outcome, ...queued.waits, ...sentWords()]).toEqual(['done']);
  });

  it('are asked for again if their answer broke off, as soon as no invocation can be speaking', async () => {
    const connectionId = await converse(human, 27, pending(false, 26));

    await check(connectionId);
    const before = sentWords();
    later(4);
    await check(connectionId, { attempt: 2 });

    expect([before, queued.waits[0]]).toEqual([[], 4]);
    expect(sentWords()).toEqual([TROUBLE]);
    expect((await getTurns(table, connectionId)).at(-1)).toMatchObject({ text: 'That is' });
  });
});

it('an action after which nothing was said is followed by the steps of a silence', async () => {
  const connectionId = await converse(action('action_external'), 15);

  await check(connectionId);

  expect(sentWords()).toEqual(['Are you still there?']);
});
