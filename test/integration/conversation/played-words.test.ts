import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { closeConversation } from '../../../lambdas/conversation/change-session.ts';
import { handleFrame } from '../../../lambdas/conversation/handle-frame.ts';
import { TokenMeter } from '../../../lambdas/llm/token-meter.ts';
import { getConversation } from '../../../lambdas/store/conversations/conversations.ts';
import { storeSnapshot } from '../../../lambdas/store/snapshots/snapshots.ts';
import { sessionKey } from '../../../lambdas/store/table/keys.ts';
import { duringPauseAfterReading } from '../../support/table/pause-after-reading.ts';
import { sessionOf, storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

/** Milliseconds for which a hang-up waits for a report, at least. */
const REPORT_LATE_MS = 40;

const table = await tableOfFile();

/** A conversation with an answer that the callee hears; `changes` are further fields of its session. */
async function answering(text: string, changes: object = {}) {
  const connectionId = randomUUID();
  const answer = { text, complete: true, timestamp: '2026-05-04T12:00:00.000Z' };
  const call = storedCall();
  await storeSnapshot(table, call);
  const key = sessionKey(connectionId);
  const Item = { ...key, ...sessionOf(call), answer, ...changes };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  const context = {
    table,
    connectionId,
    connection: { send: async () => true },
    now: () => new Date(),
    arrivedAt: new Date(),
    models: () => [],
    meter: new TokenMeter(),
    knowledge: async () => [],
    watchSilence: async () => undefined,
    watchKeys: async () => undefined,
    watchVoicemail: async () => undefined,
  };
  return {
    key,
    played: (value: string) => handleFrame({ type: 'info', name: 'tokensPlayed', value }, context),
    close: () => closeConversation(context),
    heard: async () => {
      const conversation = await getConversation(table, connectionId);
      return conversation?.turns.map((turn) => ('text' in turn ? turn.text : undefined));
    },
  };
}

/** The stored part of an answer of which the vendor reported these pieces as played before the call was lost. */
async function heard(text: string, pieces: readonly string[]) {
  const conversation = await answering(text);
  for (const piece of pieces) await conversation.played(piece);
  await conversation.close();
  return conversation.heard();
}

describe('a text that the vendor reports as played', () => {
  it('counts as heard', async () => {
    expect(await heard('One moment, I choose sales for you.', ['One moment,'])).toEqual(['One moment,']);
  });

  it('does not count as heard if it is keys that the agent pressed', async () => {
    expect(await heard('One moment, I choose sales for you.', ['ww1234567890#', 'One'])).toEqual(['One']);
  });

  it('counts as heard if it is a number in the answer', async () => {
    expect(await heard('Your code is 4711 and no other.', ['Your code is ', '4711'])).toEqual([
      'Your code is 4711',
    ]);
  });

  it('counts as heard if its report is handled after the hang-up, which may arrive first', async () => {
    const conversation = await answering('All is well.', { tells_played: true });

    const waitedMs = await duringPauseAfterReading(table, conversation.key, {
      work: conversation.close,
      meanwhile: () => conversation.played('All is well.'),
    });

    expect(waitedMs).toBeGreaterThanOrEqual(REPORT_LATE_MS);
    expect(await conversation.heard()).toEqual(['All is well.']);
  });
});
