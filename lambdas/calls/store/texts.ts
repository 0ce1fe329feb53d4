import { asRead } from '../../platform/table/field-update.ts';
import { updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { transactIf } from '../../platform/table/write-if.ts';
import { countWithin } from '../../usage/store/day-use.ts';
import type { StoredCall } from '../model/call.ts';
import { issueOfText, type StoredText, type TextUpdate, withTextUpdate } from '../model/text-messages.ts';
import { type CallKey, loadCall, updateCall } from './calls.ts';

/** Stores a text before it is requested, so at most once. Returns its index, or why it may not be sent. */
export async function reserveText(
  table: Table,
  key: CallKey,
  { textKey, now }: { readonly textKey: string; readonly now: Date },
): Promise<{ readonly place: number } | { readonly issue: string }> {
  const text: StoredText = { requested_at: now.toISOString(), status: 'unknown', key: textKey };
  return attemptUntil(async () => {
    const call = await loadCall(table, key);
    if (call?.status !== 'in_progress') return { issue: 'The call is over.' };
    const { texts = [] } = call;
    const issue = issueOfText(texts, textKey);
    if (issue !== undefined) return { issue };
    const update = changeOf(call, [...texts, text]);
    const ofDay = { userId: key.userId, now };
    const isOnPlatform = !call.telephony_account_connection;
    const written = await transactIf(table, [
      updateOf(table, recordKey(key.userId, 'call', key.callId), update),
      ...(isOnPlatform ? [countWithin(table, ofDay, { quota: 'texts', more: 1 })] : []),
    ]);
    if (written.outcome === 'done') return { place: texts.length };
    const isUsedUp = written.outcome === 'refused' && written.failedConditions[1] === true;
    return isUsedUp ? { issue: 'No more texts may be sent today.' } : undefined;
  });
}

/** Stores a text's status update; late, repeated and reordered updates change nothing. */
export async function recordTextUpdate(
  table: Table,
  key: CallKey,
  { place, ...textUpdate }: TextUpdate & { readonly place: number },
): Promise<void> {
  await attemptUntil(async () => {
    const call = await loadCall(table, key);
    const texts = withTextUpdate(call?.texts ?? [], place, textUpdate);
    if (!call || !texts) return true;
    return (await updateCall(table, key, changeOf(call, texts))) || undefined;
  });
}

/** The change of a call's texts, unless another request changed them since they were read. */
const changeOf = ({ text_changes }: StoredCall, texts: readonly StoredText[]) => ({
  set: { texts, text_changes: (text_changes ?? 0) + 1 },
  ...asRead({ text_changes }),
});
