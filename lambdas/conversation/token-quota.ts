import type { Session } from '../domain/conversations/conversation.ts';
import { isUsedUp } from '../domain/quotas/quotas.ts';
import { tellQuota } from '../store/quotas/call-allowance.ts';
import { countTokens } from '../store/quotas/day-use.ts';
import { explainEnd, markOutOfTokens } from '../store/quotas/out-of-tokens.ts';
import type { FrameContext } from './frame-context.ts';
import { sayFarewell } from './time-limit.ts';

/** Whether the platform's models may answer no more, and the conversation has no other. */
export const isOutOfTokens = ({ out_of_tokens, settings }: Session): boolean =>
  out_of_tokens === true && !settings.llm_account_connection;

/** Says goodbye in place of an answer; the call tells its owner why. */
export async function endForTokens(session: Session, context: FrameContext): Promise<void> {
  await sayFarewell(session, context);
  const limit = context.table.quotas?.model_tokens ?? 0;
  await explainEnd(context.table, session, tellQuota({ quota: 'model_tokens', limit }));
}

/**
 * Counts what a turn used of the platform's models, after it was spoken: one request, and another when nothing is left. The next turn
 * finds that in its conversation, so that none waits for the counting.
 */
export async function countTurn(
  { user_id: userId }: Session,
  { table, connectionId, now, meter }: FrameContext,
): Promise<void> {
  if (meter.tokens === 0) return;
  const used = await countTokens(table, { userId, now: now() }, meter.tokens);
  if (isUsedUp(table.quotas?.model_tokens, used)) await markOutOfTokens(table, connectionId);
}
