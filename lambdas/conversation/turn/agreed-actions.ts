import { type CallAction, MAX_TEXT } from '../../actions/model/action.ts';
import { isTimeZone } from '../../agents/model/time-zone.ts';
import { dateFormat } from '../../platform/clock.ts';
import { storable } from '../../platform/storable.ts';
import type { Input } from '../model/actions/repeated-requests.ts';
import { filledTextMessage, valuesOf } from '../model/filled-texts.ts';
import { maskKeysWithin } from '../model/keys/keypad.ts';
import { PHRASES } from '../model/phrases.ts';
import { withoutSecrets } from '../model/steps/session-steps.ts';
import { isQuoted } from '../model/words/find-quotations.ts';
import type { ScheduledCallback, SentText } from '../ports.ts';
import type { ActionContext, Outcome } from './run-external-action.ts';

// Actions for which the model quotes how the contact agreed, or asked for them.

/** Sends a text to the number of the call, once, if the contact agreed. The model never chooses the number. */
export async function sendText(
  { config, ...action }: CallAction,
  input: Input,
  context: ActionContext,
): Promise<Outcome> {
  const { call, turns, log, speech, now } = context;
  const { session } = log;
  const isFixed = typeof config.text === 'string';
  const body = isFixed ? filledTextMessage(String(config.text), valuesOf(session)) : String(input.text);
  if (body === undefined || body.length > MAX_TEXT)
    return refused('The text is too long, or a value of it is missing.');
  if (!isQuoted(String(input.consent), session, turns)) return refused(unsaid('a text'));
  if (speech.isEmpty) await speech.fill(PHRASES[session.settings.language].moment);
  if (!(await mayAct(context))) return { output: {}, again: false };
  const begunMs = now().getTime();
  const outcome: SentText = (await call?.sendText(session, body)) ?? { text_status: 'queued' };
  const output = { ...outcome, ...(isFixed && { message: body }) };
  const facts = { took_ms: now().getTime() - begunMs, ...(outcome.error && { failed: true }) };
  await log.add(action, { input: storable(input), output, ...facts });
  return { output, again: true };
}

/** Schedules a call to the contact, once a call, if they asked for it. The model chooses the time, not the number. */
export async function scheduleCallback(
  action: CallAction,
  input: Input,
  context: ActionContext,
): Promise<Outcome> {
  const { call, turns, log, now } = context;
  const { session } = log;
  const zone = String(input.timezone ?? session.facts?.timezone ?? 'UTC');
  const time = callbackTime(String(input.local_time), zone, now());
  if ('issue' in time) return refused(time.issue);
  if (!isQuoted(String(input.consent), session, turns)) return refused(unsaid('the call'));
  if (!(await mayAct(context))) return { output: {}, again: false };
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

const unsaid = (what: string) =>
  `The human did not say that. Ask whether they want ${what}, and quote the whole answer.`;

/** Neither can be taken back: the contact must not have spoken since. */
async function mayAct({ log, speech }: ActionContext): Promise<boolean> {
  if (!speech.interrupted.aborted && !(await log.mayAct())) speech.stop();
  return !speech.interrupted.aborted;
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 30;

/** The time of a wish such as `2026-12-01T17:00` in a time zone, or why no call is possible then, for the model. */
export function callbackTime(
  local: string,
  zone: string,
  now: Date,
): { readonly at: Date } | { readonly issue: string } {
  if (!isTimeZone(zone)) return { issue: `There is no time zone ${zone}; use an IANA name.` };
  const localMs = Date.parse(`${local}Z`);
  if (Number.isNaN(localMs) || new Date(localMs).toISOString().slice(0, 16) !== local)
    return { issue: 'There is no such day or time.' };
  const at = new Date(inZone(localMs, zone));
  if (at <= now) return { issue: `That time is past: it is ${timeInWords(now, zone)}.` };
  if (at.getTime() > now.getTime() + MAX_DAYS * DAY_MS)
    return { issue: `A callback is at most ${MAX_DAYS} days ahead.` };
  return { at };
}

/** A time for the model to say, with its zone. */
const timeInWords = (at: Date, timeZone: string): string =>
  `${dateFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(at)} (${timeZone})`;

/** A local time that comes twice is the first one; of one that the clocks skip, what they show then. */
function inZone(localMs: number, zone: string): number {
  const [before, after] = [-DAY_MS, DAY_MS].map((ms) => localMs - offsetMs(localMs + ms, zone));
  const isRight = (ms: number) => ms + offsetMs(ms, zone) === localMs;
  return [before, after].find((ms) => ms !== undefined && isRight(ms)) ?? before ?? localMs;
}

/** What a zone's clocks are ahead of UTC, at a whole second. */
function offsetMs(ms: number, timeZone: string): number {
  const style = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  return Date.parse(`${dateFormat('sv-SE', style).format(ms).replace(' ', 'T')}Z`) - ms;
}
