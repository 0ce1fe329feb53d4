// Frames on connections without a setup. Anybody can open such a connection.
import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, vi } from 'vitest';
import { pendingSetup } from '../../lambdas/calls/relay/relay-context.ts';
import { handshakeKey, sessionKey } from '../../lambdas/conversation/store/keys.ts';
import { take } from '../../lambdas/conversation/take.ts';
import { untilBegun } from '../../lambdas/conversation/waits.ts';
import { putExpiringText } from '../../lambdas/platform/table/expiring-text.ts';
import { duringPauseAfterReading } from '../support/table/pause-after-reading.ts';
import { playedConversation, table } from './played-conversation.ts';

const BEGIN = Date.now();
/** How many may wait at the same moment. */
const MOST = 100;

/** Makes the handshake of a connection seem to be signed. */
async function stranger(connectionId: string = randomUUID()): Promise<string> {
  const signature = `${'A'.repeat(27)}=`;
  await putExpiringText(table, handshakeKey(connectionId), {
    text: signature,
    seconds: 120,
    now: new Date(BEGIN),
  });
  return connectionId;
}

/** Whether a frame waits for the conversation: it then reads again. The time for waiting is over after that. */
async function waits(connectionId: string, begin = BEGIN, isReport = false): Promise<boolean> {
  let isReadAgain = false;
  const now = () => new Date(isReadAgain ? begin + 60_000 : begin);
  const isHandled = async () => {
    isReadAgain = true;
    return false;
  };
  const pending = pendingSetup(table, connectionId, isReport, now);
  await untilBegun({ setup: { ...pending, isHandled, giveUp: async () => {} }, now }, async () => undefined);
  return isReadAgain;
}

it('frames without a conversation wait for the setup up to a limit of all connections, and others do not wait', async () => {
  const connections = await Promise.all([stranger(), stranger(), stranger()]);
  const frames = Array.from({ length: 3 * MOST }, (_, index) => connections[index % 3] ?? '');

  const waiting: boolean[] = [];
  for (const connectionId of frames) waiting.push(await waits(connectionId));
  const later = await waits(connections[0] ?? '', BEGIN + 10_000);

  expect(waiting).toEqual(frames.map((_, index) => index < MOST));
  expect(later).toBe(true);
});

it('words and keys wait for the setup however many reports do', async () => {
  const connectionId = await stranger();
  const reports: boolean[] = [];
  const later = BEGIN + 30_000;

  for (let report = 0; report < MOST; report++) reports.push(await waits(connectionId, later, true));

  expect([reports[0], reports.at(-1)]).toEqual([true, false]);
  expect(await waits(connectionId, later)).toBe(true);
});

it('a connection whose setup may be lost is given up at once', async () => {
  const giveUp = vi.fn(async () => {});
  const { contextOf } = await playedConversation();
  const setup = { mayWait: async () => true, isHandled: async () => false, giveUp };

  const description = 'Invalid message: {"message": "Internal server error"}';
  await take({ type: 'error', description }, { ...contextOf({ over: await stranger() }), setup });

  expect(giveUp).toHaveBeenCalledOnce();
});

it('the setup counts as handled once it began a conversation, or was refused', async () => {
  const connectionId = await stranger();
  const { isHandled } = pendingSetup(table, connectionId);
  const before = await isHandled();
  await table.client.send(new PutCommand({ TableName: table.name, Item: sessionKey(connectionId) }));
  const begun = await isHandled();
  for (const Key of [sessionKey(connectionId), handshakeKey(connectionId)])
    await table.client.send(new DeleteCommand({ TableName: table.name, Key }));

  expect([before, begun, await isHandled()]).toEqual([false, true, true]);
});

it('an interruption is not lost if it overtakes the setup', async () => {
  const answer = { text: 'Good day to you.', complete: true, timestamp: new Date(BEGIN).toISOString() };
  const { connectionId, send, stored, transcript } = await playedConversation({
    session: { answer },
  });
  await stranger(connectionId);
  const key = sessionKey(connectionId);
  const session = (await stored())?.session;
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: key }));

  await duringPauseAfterReading(table, key, {
    work: () => send({ type: 'interrupt', utteranceUntilInterrupt: 'Good day' }),
    meanwhile: () =>
      table.client.send(new PutCommand({ TableName: table.name, Item: { ...key, ...session } })),
  });

  expect(await transcript()).toEqual(['Good day']);
});
