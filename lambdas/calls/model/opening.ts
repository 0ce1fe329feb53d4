import { zoneOfNumber } from '../../agents/model/time-zone.ts';
import { afterDisclosure } from '../../conversation/model/disclosure.ts';
import { filledGreeting, valuesOf } from '../../conversation/model/filled-texts.ts';
import { PHRASES } from '../../conversation/model/phrases.ts';
import { agentOf, inLanguage, isSpoken, type Turn } from '../../conversation/model/session.ts';
import { openingWith, type SessionStart } from '../../conversation/model/session-events.ts';
import type { Language } from '../../vendors/model/languages.ts';
import type { StoredCall } from './call.ts';
import { contactNumber } from './call-context.ts';
import type { CallWithSnapshot } from './snapshot.ts';
import { hasFailed } from './speech-backups.ts';

/** The agent's first words, which differ for a callee who returns after a failed transfer or a lost connection. */
export function openingWords(
  call: CallWithSnapshot,
  start: SessionStart = startOf(call),
): string | undefined {
  const { agent } = call;
  const phrases = PHRASES[languageOf(call)];
  // Where a person had the call, the contact is told again that a machine speaks.
  if (isReturning(call)) return afterDisclosure(start, phrases.unreachable);
  // A disclosure may have been lost with the connection.
  if (isReconnecting(call) && !isUnheard(call)) return afterDisclosure(start, phrases.interrupted);
  const greeting = agent.initial_message ? filledGreeting(agent.initial_message, valuesOf(start)) : undefined;
  return openingWith(start, greeting, new Date(start.facts?.begun_at ?? call.created_at));
}

export const languageOf = ({ spoken_language, settings }: CallWithSnapshot): Language =>
  spoken_language ?? settings.language;

export function openingDelay(call: CallWithSnapshot): number {
  // A disclosure comes before all other words, also those of the contact.
  if (resumedConnection(call) !== undefined || call.settings.disclosure) return 0;
  return call.settings.initial_message_delay;
}

export function isReturning({ returning_from, connection_id }: StoredCall): boolean {
  return returning_from !== undefined && returning_from === connection_id;
}

function isReconnecting({ broken_off, connection_id }: StoredCall): boolean {
  return broken_off?.connection_id !== undefined && broken_off.connection_id === connection_id;
}

/** Whether the caller heard nothing of the last conversation, because the vendor refused its voice. */
export function isUnheard({ broken_off }: StoredCall): boolean {
  return broken_off?.refused_voice !== undefined && broken_off.refused_voice === broken_off.session_id;
}

/** The connection of the conversation that the next one resumes. Returns undefined if it resumes none. */
export function resumedConnection(call: StoredCall): string | undefined {
  return isReturning(call) || isReconnecting(call) ? call.connection_id : undefined;
}

interface Beginning {
  /** The zone if neither the agent nor the number called has one. */
  readonly usualZone?: string;
  /** When a call begins that doesn't have an answer time yet. */
  readonly now?: Date;
}

/** The part of a conversation's first session that comes from its call. */
export function startOf(call: CallWithSnapshot, beginning: Beginning = {}): SessionStart {
  const {
    id: call_id,
    user_id,
    context,
    hipaa_compliant,
    snapshot_id,
    agent_version,
    campaign_id,
    detects_do_not_call,
    purpose,
    on_no_human_answer,
    spoken_language,
    broken_off,
    ...snapshot
  } = call;
  const start: SessionStart = {
    call_id,
    user_id,
    context,
    facts: factsOf(call, beginning),
    hipaa_compliant,
    ...(snapshot_id !== undefined && { snapshot_id }),
    ...(agent_version !== undefined && { agent_version }),
    ...(campaign_id !== undefined && { campaign_id }),
    ...(detects_do_not_call && { detects_do_not_call }),
    ...((broken_off?.refused_voice !== undefined || hasFailed(call, 'transcription')) && {
      voice_refused: true,
    }),
    ...(purpose === 'marketing' && { is_marketing: true }),
    ...(on_no_human_answer === 'leave_message' && { leaves_message: true }),
    ...(on_no_human_answer === 'hangup' && { hangs_up_on_machines: true }),
    ...(call.direction === 'outbound' && { answerer: { steps: [] } }),
    ...agentOf(snapshot, detects_do_not_call),
  };
  return inLanguage(start, spoken_language);
}

function factsOf(call: CallWithSnapshot, { usualZone = 'UTC', now }: Beginning) {
  const { settings, to_number, direction, start_time, created_at } = call;
  const contact_number = contactNumber(call);
  return {
    timezone: settings.timezone ?? zoneOfNumber(to_number) ?? usualZone,
    begun_at: start_time ?? now?.toISOString() ?? created_at,
    direction,
    ...(contact_number !== undefined && { contact_number }),
  };
}

/** The turns of a callee who returns from a failed transfer, whose action has the reason as its output. */
export function withTransferOutcome(call: CallWithSnapshot, turns: readonly Turn[]): readonly Turn[] {
  const { transfer, transfer_attempts = [] } = call;
  if (!transfer || !isReturning(call)) return turns;
  const tried = transfer_attempts.slice(transfer.first_attempt);
  const failure_reason = tried.at(-1)?.failure_reason;
  const place = turns.findLastIndex(
    (turn) => !isSpoken(turn) && turn.action.action_id === transfer.action_id,
  );
  return turns.map((turn, index) => {
    if (index !== place || isSpoken(turn) || failure_reason === undefined) return turn;
    const output = { ...turn.action.output, failure_reason, numbers_tried: tried.length };
    return { ...turn, action: { ...turn.action, output } };
  });
}
