import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import {
  claimDialing,
  connectCall,
  getCallWithSnapshot,
  loadCall,
  recordVendorCall,
  releaseDialing,
} from '../../../lambdas/calls/store/calls.ts';
import { finishCall } from '../../../lambdas/calls/store/finish-call.ts';
import type { Session } from '../../../lambdas/conversation/model/session.ts';
import { contactSpoke } from '../../../lambdas/conversation/model/user-turn.ts';
import { beginConversation } from '../../../lambdas/conversation/store/begin-conversation.ts';
import {
  getConversation,
  getSession,
  tableStore,
} from '../../../lambdas/conversation/store/conversations.ts';
import { conversationPartition } from '../../../lambdas/conversation/store/keys.ts';
import { interposed } from '../../support/table/interposed.ts';
import { newCallIn, sessionOf } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const now = new Date('2026-01-01T00:01:00.000Z');
const reconcileAt = new Date('2026-01-01T00:03:00.000Z');
const SID = 'CA00000000000000000000000000000001';

const newCall = (overrides: Partial<CallWithSnapshot> = {}) => newCallIn(table, overrides);

/** A call with a conversation over its own connection. */
async function conversingCall(greeting?: string, overrides: Partial<CallWithSnapshot> = {}) {
  const { call, key } = await newCall({ dialing_at: now.toISOString(), ...overrides });
  await connectCall(table, key, { sid: SID, now });
  const connectionId = `connection-${call.id}`;
  const session = sessionOf(call, greeting);
  await beginConversation(table, connectionId, { session, now });
  return { call, key, connectionId, session };
}

/** The number of a conversation's items, with or without its session. */
async function countItems(connectionId: string) {
  const { Count } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': conversationPartition(connectionId) },
      ConsistentRead: true,
    }),
  );
  return Count;
}

describe('dialing', () => {
  it('is claimed by exactly one of many requests', async () => {
    const { key } = await newCall();

    const claims = await Promise.all(
      Array.from({ length: 8 }, () => claimDialing(table, key, { now, reconcileAt })),
    );

    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it.each([
    ['2026-01-01T00:15:00.000Z', reconcileAt.toISOString()],
    ['2026-01-01T00:02:00.000Z', '2026-01-01T00:02:00.000Z'],
  ])('is reconciled soon after a crash at any request of the claim: due at %s', async (due, dueAfter) => {
    for (let crash = 1; crash <= 3; crash++) {
      const { key } = await newCall({ reconcile_at: due });
      let sent = 0;
      const dying = interposed(table, () => {
        sent += 1;
        if (sent > crash) throw new Error('killed');
      });

      await claimDialing(dying, key, { now, reconcileAt }).catch(() => false);

      const { dialing_at, reconcile_at } = (await loadCall(table, key)) ?? {};
      expect(reconcile_at).toBe(dialing_at === undefined ? due : dueAfter);
      if (crash === 3) expect(dialing_at).toBe(now.toISOString());
    }
  });

  it('can be claimed again only after it was released', async () => {
    const { key } = await newCall();
    await claimDialing(table, key, { now, reconcileAt });

    await releaseDialing(table, key, reconcileAt);
    const again = await claimDialing(table, key, { now, reconcileAt });
    await recordVendorCall(table, key, { sid: SID, status: 'queued' });
    await releaseDialing(table, key, reconcileAt);
    const afterPlacing = await claimDialing(table, key, { now, reconcileAt });

    expect([again, afterPlacing]).toEqual([true, false]);
  });

  it('does not overwrite a callback’s status', async () => {
    const { key } = await newCall();
    await claimDialing(table, key, { now, reconcileAt });
    await connectCall(table, key, { sid: SID, now });

    await recordVendorCall(table, key, { sid: SID, status: 'queued' });

    expect((await loadCall(table, key))?.telephony_metadata).toEqual({
      call_sid: SID,
      call_status: 'in-progress',
    });
  });
});

describe('the end of a HIPAA-compliant call', () => {
  it('deletes the conversation, whatever its length, and stores no word of it', async () => {
    const { key, connectionId, session } = await conversingCall('Hello?', { hipaa_compliant: true });
    let before = session;
    for (let turn = 0; turn < 101; turn++) {
      const change = contactSpoke(before, 'Hi.', now);
      await tableStore(table, connectionId).applyChange({ before, now, ...change });
      before = change.session;
    }

    await finishCall(table, key, { transition: 'end', now });

    const call = await getCallWithSnapshot(table, key);
    expect(call).toMatchObject({ status: 'ended', agent: { prompt: '[redacted]' } });
    expect(call).not.toHaveProperty('messages');
    expect(await getConversation(table, connectionId)).toBeUndefined();
  });

  it('deletes the conversations that this one resumed after transfers', async () => {
    const { key, connectionId, session } = await conversingCall('Hello?', { hipaa_compliant: true });
    const connectionIds = [connectionId, `${connectionId}-2`, `${connectionId}-3`];
    for (const [index, resumes] of connectionIds.slice(0, 2).entries()) {
      const { session: before = session } = (await getConversation(table, resumes)) ?? {};
      await tableStore(table, resumes).applyChange({ before, now, ...contactSpoke(before, 'Hi.', now) });
      const history = (await getConversation(table, resumes))?.turns ?? [];
      const resumed = { ...session, turns: history.length, resumes };
      const next = connectionIds[index + 1] ?? '';
      expect(await beginConversation(table, next, { session: resumed, now, history })).toBe(true);
      expect((await getConversation(table, next))?.turns).toEqual(history);
      expect(history).toHaveLength(2 * (index + 1));
    }

    await finishCall(table, key, { transition: 'end', now });

    for (const id of connectionIds) expect(await countItems(id)).toBe(0);
  });
});

describe('a conversation', () => {
  it('begins once for a call, and not for one that is over', async () => {
    const { call } = await conversingCall();
    const over = await newCall();
    await finishCall(table, over.key, { transition: 'end', now });

    const second = await beginConversation(table, 'another', { session: sessionOf(call), now });
    const late = await beginConversation(table, 'late', { session: sessionOf(over.call), now });

    expect([second, late]).toEqual([false, false]);
    expect(await getSession(table, 'another')).toBeUndefined();
  });

  it('keeps reports_playback when an earlier change is stored later', async () => {
    const { connectionId, session } = await conversingCall();
    const answer = { text: 'Good morning.', complete: true, timestamp: now.toISOString() };
    const store = tableStore(table, connectionId);
    await store.setUnlessInterrupted(0, { answer, failures: 0 });
    const before = { ...session, answer, version: session.version + 1 };
    await store.addPlayed({ words: 'Good morning.', frameId: 'report' });

    const change = (seen: Session) => ({ before: seen, now, ...contactSpoke(seen, 'Hello.', now) });
    const stale = await store.applyChange(change(before));
    const current = await getSession(table, connectionId);
    const fresh = current && (await store.applyChange(change(current)));

    expect([stale, fresh]).toEqual([false, true]);
    expect(await getSession(table, connectionId)).toMatchObject({ reports_playback: true });
  });
});
