import type { CallAction } from '../../actions/model/action.ts';
import { storable } from '../../platform/storable.ts';
import { callbackTime, timeInWords } from '../model/actions/callback-time.ts';
import type { ToolOutcome } from '../model/actions/tools.ts';
import { maskKeysWithin } from '../model/keys/secret-keys.ts';
import { withoutSecrets } from '../model/steps/secure-words.ts';
import { isQuoted } from '../model/words/consent.ts';
import type { ScheduledCallback } from '../ports.ts';
import type { TextContext } from './send-text.ts';

/** Schedules a call to the contact, once a call, if they asked for it. The model chooses the time, not the number. */
export async function scheduleCallback(
  action: CallAction,
  input: Readonly<Record<string, unknown>>,
  { call, turns, log, speech, now }: TextContext,
): Promise<Omit<ToolOutcome, 'call'>> {
  const { session } = log;
  const zone = String(input.timezone ?? session.facts?.timezone ?? 'UTC');
  const time = callbackTime(String(input.local_time), zone, now());
  if ('issue' in time) return refused(time.issue);
  if (!isQuoted(String(input.consent), session, turns))
    return refused('The human did not say that. Ask whether they want the call, and quote the whole answer.');
  if (!speech.interrupted.aborted && !(await log.mayAct())) speech.stop();
  if (speech.interrupted.aborted) return { output: {}, again: false };
  const { at } = time;
  // What the contact keyed in or said in secret stays in this call.
  const open = withoutSecrets(maskKeysWithin({ notes: input.notes }, session.secret_keys), session.steps);
  const wish = { at, notes: String(open.notes ?? '') };
  const scheduled = (await call?.scheduleCallback(session, wish)) ?? { scheduled_at: at.toISOString() };
  const output = outputOf(scheduled, at, zone);
  await log.add(action, { input: storable(input), output, ...('error' in output && { failed: true }) });
  return { output, again: true };
}

function outputOf({ error, not_before, ...callback }: ScheduledCallback, at: Date, zone: string) {
  if (error !== undefined) return { error };
  const inWords = (time: string) => timeInWords(new Date(time), zone);
  if (not_before !== undefined) {
    const nearest = inWords(not_before);
    return { error: `They may not be called then. The nearest permitted time is ${nearest}; offer it.` };
  }
  const local_time = inWords(callback.scheduled_at ?? at.toISOString());
  if (callback.scheduled_at === at.toISOString()) return { ...callback, local_time };
  return { error: `A callback is scheduled for ${local_time} already, and cannot be changed. Say so.` };
}

const refused = (error: string) => ({ output: { error }, again: true });
