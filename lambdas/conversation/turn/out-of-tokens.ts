import { explainEnd } from '../../calls/store/call-fields.ts';
import { emitMetrics } from '../../platform/metrics/emit.ts';
import { isUsedUp } from '../../usage/model/quotas.ts';
import { countTokens, quotaMessage } from '../../usage/store/day-use.ts';
import type { FrameContext } from '../frame-context.ts';
import type { Session } from '../model/session.ts';

/**
 * Counts the tokens of a turn after it was spoken, also as a metric. If the user's daily quota leaves none for another
 * such turn, the conversation gets a mark, and the next turn ends the call.
 */
export async function countTokensOfTurn(
  { user_id: userId }: Session,
  { table, store, now, meter }: FrameContext,
): Promise<void> {
  const { tokens, uncounted, isRefused } = meter;
  if (!table) return;
  if (tokens > 0) emitMetrics({ ModelTokens: tokens });
  const used = uncounted > 0 ? await countTokens(table, { userId, now: now() }, uncounted) : 0;
  if (isRefused || isUsedUp(table.quotas?.model_tokens, used + uncounted)) await store.markOutOfTokens();
}

/** Stores for the user why the call ends, after the agent said goodbye in place of an answer. */
export async function explainEndForTokens(
  { user_id: userId, call_id: callId }: Session,
  { table }: FrameContext,
): Promise<void> {
  if (!table) return;
  const limit = table.quotas?.model_tokens ?? 0;
  await explainEnd(table, { userId, callId }, quotaMessage({ quota: 'model_tokens', limit }));
}
