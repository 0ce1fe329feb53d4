import { canBeAnalyzed } from '../../calls/model/analysis/call-analysis.ts';
import type { StoredCall } from '../../calls/model/call.ts';
import { isFinal } from '../../calls/model/call-state.ts';
import { time } from '../../platform/fields.ts';
import { isUnanswered } from '../../vendors/model/call-status.ts';
import type { AttemptResult, Campaign } from './campaign.ts';
import type { Next, StoredRecipient } from './recipient.ts';

/** Seconds until the first word, after which a person who answered counts as abandoned. */
const ABANDONED_SECONDS = 2;

/** Milliseconds after the end of a call for which its analysis is awaited. */
const ANALYSIS_MS = 20 * 60_000;

/** What came of a call of a campaign. */
export interface CallResult {
  readonly result: AttemptResult;
  /** What the agent's analysis says. */
  readonly outcome?: string;
  /** When the contact wants to be called. */
  readonly callbackAt?: string;
  readonly isAbandoned: boolean;
}

/** The result of a call that is over. `not_dialed`: it ended before it was dialed. Undefined: not known yet. */
export function resultOfCall(
  call: StoredCall,
  campaign: Pick<Campaign, 'outcome_field' | 'callback_field'>,
  now: Date,
): CallResult | 'not_dialed' | undefined {
  if (!isFinal(call.status)) return undefined;
  if (call.dialing_at === undefined) return 'not_dialed';
  const { start_time, analysis } = call;
  if (start_time === undefined) {
    const status = call.telephony_metadata?.call_status;
    const unanswered = status === 'busy' ? 'busy' : 'no_answer';
    return { result: isUnanswered(status) ? unanswered : 'failed', isAbandoned: false };
  }
  const result = resultOfAnswer(call);
  const isAbandoned = result === 'reached' && secondsToSpeech(call) > ABANDONED_SECONDS;
  const { outcome_field, callback_field } = campaign;
  const isAsked = call.is_analyzed && canBeAnalyzed(call) && (outcome_field || callback_field);
  if (result !== 'reached' || !isAsked) return { result, isAbandoned };
  const isAwaited = now.getTime() - Date.parse(call.end_time ?? '') < ANALYSIS_MS;
  if (!analysis && isAwaited) return undefined;
  const found = (field: string | null | undefined) => analysis?.extracted?.[field ?? '']?.value;
  const callbackAt = timeIn(found(callback_field), now);
  if (callbackAt !== undefined) return { result: 'callback', callbackAt, isAbandoned };
  const outcome = found(outcome_field);
  return { result, isAbandoned, ...(outcome != null && { outcome: String(outcome) }) };
}

/** Days ahead up to which a wish to be called is fulfilled. */
const LATEST_CALLBACK_DAYS = 90;

/** A time ahead that the model understood; undefined for any other value. */
function timeIn(value: unknown, now: Date): string | undefined {
  const { data } = time().safeParse(value);
  const days = data === undefined ? 0 : (Date.parse(data) - now.getTime()) / 86_400_000;
  return days > 0 && days < LATEST_CALLBACK_DAYS ? data : undefined;
}

function resultOfAnswer({ answered_by, stage_outcome }: StoredCall): AttemptResult {
  if (answered_by === 'screener' || stage_outcome === 'screened') return 'screened';
  if (answered_by === 'human') return 'reached';
  const isMachine = answered_by !== undefined && answered_by !== 'unknown';
  return isMachine || stage_outcome === 'human_unanswered' ? 'machine' : 'reached';
}

/** Seconds from the answer to the agent's first word; none spoken: those of the call. */
function secondsToSpeech({ start_time = '', end_time = '', messages = [] }: StoredCall): number {
  const first = messages.find(({ sender }) => sender === 'agent')?.timestamp ?? end_time;
  return (Date.parse(first) - Date.parse(start_time)) / 1000;
}

/** Attempts of a recipient, with those that it wished for. */
const MAX_ATTEMPTS = 20;

/** What comes after an attempt, the last one of the recipient, and the name under which it counts. */
export function afterAttempt(
  campaign: Pick<Campaign, 'attempts' | 'final_outcomes' | 'outcome_field'>,
  recipient: Pick<StoredRecipient, 'attempts' | 'to_number' | 'further_numbers'>,
  { result: given, outcome, callbackAt }: CallResult,
  now: Date,
): Next & { readonly result: string } {
  const isFinalOutcome = outcome !== undefined && campaign.final_outcomes.includes(outcome);
  const isOpen = given === 'reached' && campaign.outcome_field && !isFinalOutcome;
  const kind = isOpen ? 'other' : given;
  const result = isFinalOutcome ? outcome : kind;
  const done = { outcome: result, result };
  const { attempts, further_numbers = [] } = recipient;
  if (kind === 'reached' || attempts.length >= MAX_ATTEMPTS) return done;
  if (kind === 'callback') return { dueAt: new Date(callbackAt ?? now), result };
  const unwished = attempts.filter((each) => each.result !== 'callback');
  if (unwished.length >= campaign.attempts.most) return done;
  const hasUntried = kind === 'failed' && attempts.length <= further_numbers.length;
  const minutes = hasUntried ? 1 : campaign.attempts[`${kind}_minutes`];
  if (minutes === null) return done;
  return { dueAt: new Date(now.getTime() + minutes * 60_000), result };
}
