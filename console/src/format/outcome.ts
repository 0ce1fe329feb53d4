import type { Schema } from '../api/client.ts';

/** What tells how a call stands or ended. */
type Told = Pick<
  Schema<'ListedCall'>,
  | 'status'
  | 'stage_outcome'
  | 'human_detection_result'
  | 'answered_by'
  | 'start_time'
  | 'scheduled_at'
  | 'telephony_id'
  | 'error_message'
>;

/** How a call stands or ended, in words. `kind`: its colour. */
interface ShortOutcome {
  readonly text: string;
  readonly kind: 'good' | 'bad' | 'busy' | 'idle';
}

/** Why nobody was reached, by the API's sentence about it: it may have the vendor's code of a refusal. */
const UNREACHED = [
  [/\bbusy\.$/, 'Busy'],
  [/did not answer/, 'No answer'],
  [/number does not exist|\(212(11|17)\)/, 'Invalid number'],
] as const;

/** How the last stage of a call ended. */
export const ENDS: Readonly<Record<Schema<'StageOutcome'>, ShortOutcome>> = {
  human_unanswered: { text: 'No person answered', kind: 'idle' },
  call_did_not_connect: { text: 'Not connected', kind: 'idle' },
  human_disconnected: { text: 'Contact hung up', kind: 'good' },
  bot_disconnected: { text: 'Agent hung up', kind: 'good' },
  transfer_unanswered: { text: 'Transfer not answered', kind: 'bad' },
  transfer_disconnected: { text: 'Transferred call hung up', kind: 'good' },
  screened: { text: 'Call screener answered', kind: 'idle' },
};

/** What answered a call. */
export const ANSWERERS: Readonly<Record<Schema<'AnsweredBy'>, string>> = {
  human: 'Person',
  voicemail: 'Voicemail',
  screener: 'Call screener',
  menu: 'Phone menu',
  hold: 'Line on hold',
  unavailable: 'Announcement',
  unknown: 'Unknown',
};

/** The words for what answered a call. */
export const answererWords = (by: Schema<'AnsweredBy'>): string => ANSWERERS[by];

/** How a call stands or ended, in words. */
export function shortOutcome({
  status,
  stage_outcome: outcome,
  start_time: start,
  scheduled_at: scheduled,
  telephony_id: dialed,
  human_detection_result: heard,
  answered_by: by,
  error_message: why = '',
}: Told): ShortOutcome {
  switch (status) {
    case 'in_progress':
      return { text: 'In progress', kind: 'busy' };
    case 'not_started':
      return { text: dialed ? 'Being dialed' : scheduled ? 'Scheduled' : 'Not started', kind: 'busy' };
    case 'error': {
      const [, text] = UNREACHED.find(([sentence]) => start === undefined && sentence.test(why)) ?? [];
      if (text !== undefined) return { text, kind: 'idle' };
      return outcome === 'call_did_not_connect' ? ENDS[outcome] : { text: 'Failed', kind: 'bad' };
    }
    default:
      if (outcome === 'human_unanswered' && by !== undefined && by !== 'unknown')
        return { ...ENDS[outcome], text: `${answererWords(by)} answered` };
      if (outcome === 'human_unanswered' && heard === 'no_human')
        return { ...ENDS[outcome], text: 'Machine answered' };
      if (outcome) return ENDS[outcome];
      return { text: start === undefined ? 'Cancelled' : 'Ended', kind: 'idle' };
  }
}
