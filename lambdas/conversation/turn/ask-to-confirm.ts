import { storable } from '../../platform/storable.ts';
import { asksToConfirm, repliesTo, summaryOf } from '../model/actions/confirmation.ts';
import type { ExternalCall } from '../model/actions/repeated-requests.ts';
import type { ToolOutcome } from '../model/actions/tools.ts';
import { maskKeysWithin } from '../model/keys/secret-keys.ts';
import { PHRASES } from '../model/phrases.ts';
import { withoutSecrets } from '../model/steps/secure-words.ts';
import { isAgreement } from '../model/words/consent.ts';
import type { ActionLog } from './action-log.ts';
import type { Speech } from './speech.ts';

/** Asks the contact to agree to these arguments. Returns undefined if they did, and the action may run. */
export async function askToConfirm(
  call: ExternalCall,
  { log, speech }: { readonly log: ActionLog; readonly speech: Speech },
): Promise<Omit<ToolOutcome, 'call'> | undefined> {
  const { session, turns } = log;
  const shown = {
    ...call,
    input: withoutSecrets(maskKeysWithin(storable(call.input), session.secret_keys), session.steps),
  };
  const replies = repliesTo(shown, turns);
  if (call.consent && replies.length > 0)
    return isAgreement(call.consent, session, replies) ? undefined : NOT_AGREED;
  if (
    turns.some(
      ({ number, ...turn }) => log.has(number) && 'action' in turn && asksToConfirm(turn.action.output),
    )
  )
    return ASKS_ALREADY;
  const summary = summaryOf(shown, session);
  const output = { awaiting_confirmation: summary };
  if (!(await log.begin(call.action, { input: storable(call.input), output }))) speech.stop();
  else await speech.add(`${summary} ${PHRASES[session.settings.language].go_ahead}`);
  return { output, again: false };
}

const NOT_AGREED = {
  output: {
    error: 'The human did not say that when they were asked. Quote their whole answer, if it agrees.',
  },
  again: true,
};

const ASKS_ALREADY = {
  output: { error: 'The human is being asked about something else: wait for their answer.' },
  again: false,
};
