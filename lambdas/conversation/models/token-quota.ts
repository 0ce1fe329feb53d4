import type { Session } from '../../domain/conversations/session.ts';
import { isUsedUp } from '../../domain/quotas/quotas.ts';
import { emitMetrics } from '../../runtime/metrics/emit.ts';
import { explainEnd } from '../../store/calls/call-facts.ts';
import { markOutOfTokens } from '../../store/conversations/unless-interrupted.ts';
import { quotaMessage } from '../../store/quotas/call-allowance.ts';
import { countTokens } from '../../store/quotas/day-use.ts';
import type { FrameContext } from '../frame-context.ts';
import { sayFarewell } from '../time-limit.ts';

/** Whether the conversation has no model left: the platform's quota is used up and it has no account of its own. */
export const isOutOfTokens = ({ out_of_tokens, settings }: Session): boolean =>
  out_of_tokens === true && !settings.llm_account_connection;

export async function endForTokens(session: Session, context: FrameContext): Promise<void> {
  await sayFarewell(session, context);
  const limit = context.table.quotas?.model_tokens ?? 0;
  const key = { userId: session.user_id, callId: session.call_id };
  await explainEnd(context.table, key, quotaMessage({ quota: 'model_tokens', limit }));
}

/** Counts the tokens of a turn after it was spoken, also as a metric. The next turn reads the mark from its session. */
export async function countTurn(
  { user_id: userId }: Session,
  { table, connectionId, now, meter }: FrameContext,
): Promise<void> {
  if (meter.tokens === 0) return;
  emitMetrics({ ModelTokens: meter.tokens });
  const used = await countTokens(table, { userId, now: now() }, meter.tokens);
  if (isUsedUp(table.quotas?.model_tokens, used)) await markOutOfTokens(table, connectionId);
}
