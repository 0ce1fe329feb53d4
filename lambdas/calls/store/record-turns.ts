import type { ActionTurn, Turn } from '../../conversation/model/session.ts';
import { silencesOf } from '../../conversation/model/turn-figures.ts';
import { getConversation, turnPut } from '../../conversation/store/conversations.ts';
import { sessionKey } from '../../conversation/store/keys.ts';
import { updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { transactIf } from '../../platform/table/write-if.ts';
import type { StoredCall } from '../model/call.ts';
import { keptTurns, recordOf } from '../model/call-record.ts';
import { isFinal } from '../model/call-state.ts';
import { bytesOfCall, loadCall } from './calls.ts';

/** Bytes of a call's JSON that certainly fit into an item of 400 KB, with space for what is added after the call. */
const MAX_ITEM_BYTES = 380_000;

/** Silences that figures of many calls count for one call: an item of the index stays small. */
const MAX_SILENCES = 200;

/** What an answered call that is over keeps of its turns. */
export function recordOfTurns(call: StoredCall, turns: readonly Turn[]) {
  const record = call.hipaa_compliant ? undefined : recordOf(turns);
  const kept = keptTurns(turns, {
    words: bytesOfCall({ ...record }),
    left: MAX_ITEM_BYTES - bytesOfCall({ ...call, turns: undefined, ...record }),
  });
  const silences = silencesOf(kept.turns.flatMap(({ figures }) => figures ?? []));
  return {
    ...record,
    ...(kept.turns.length > 0 && { turns: [...kept.turns] }),
    ...(silences.length > 0 && { silences_ms: silences.slice(0, MAX_SILENCES) }),
    ...(kept.leftOut > 0 && { turns_left_out: kept.leftOut }),
  };
}

/** The session's change that goes with each late action; it fails if another was stored since the session was read. */
export const nextVersion = (
  table: Table,
  connectionId: string,
  { version, turns }: { readonly version: number; readonly turns: number },
) =>
  updateOf(table, sessionKey(connectionId), {
    set: { turns },
    add: { version: 1 },
    condition: 'version = :version',
    values: { ':version': version },
  });

/** Stores an action that took effect after its conversation closed, but none of a deleted or HIPAA-compliant call. */
export function recordLateAction(
  table: Table,
  connectionId: string,
  { turn: late, now }: { readonly turn: ActionTurn; readonly now: Date },
): Promise<true> {
  const key = { userId: late.user_id, callId: late.call_id };
  return attemptUntil(async () => {
    const { connection_id = connectionId } = (await loadCall(table, key)) ?? {};
    const conversation = await getConversation(table, connection_id);
    // Read last: a call that ends now changes the version of its conversation.
    const call = await loadCall(table, key);
    if (!conversation || !call || call.hipaa_compliant) return true;
    const { session, turns } = conversation;
    const turn = { ...late, number: session.turns + 1 };
    const record = updateOf(table, recordKey(key.userId, 'call', key.callId), {
      set: recordOfTurns(call, [...turns, turn]),
      condition: 'attribute_exists(pk)',
    });
    const { outcome } = await transactIf(table, [
      nextVersion(table, connection_id, { version: session.version, turns: turn.number }),
      turnPut(table, connection_id, { turn, now }),
      ...(isFinal(call.status) ? [record] : []),
    ]);
    return outcome === 'done' || undefined;
  });
}
