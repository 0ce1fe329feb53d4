import { telephonyClientOf } from '../../account-connections/telephony-accounts.ts';
import { type CallAction, MAX_TEXT } from '../../actions/model/action.ts';
import { Transcript } from '../../calls/model/analysis/find-quotations.ts';
import { contactNumber } from '../../calls/model/call-context.ts';
import { loadCall } from '../../calls/store/calls.ts';
import { recordTextNews, reserveText } from '../../calls/store/texts.ts';
import { loadEntry } from '../../do-not-call/store/entries.ts';
import { storable } from '../../platform/storable.ts';
import type { Table } from '../../platform/table/table.ts';
import { callbackKeyOf, callUrlOf } from '../../vendors/telephony/callback-keys.ts';
import { sendTextMessage } from '../../vendors/telephony/messages.ts';
import type { ToolOutcome } from '../model/actions/tools.ts';
import { valuesOf } from '../model/call-facts.ts';
import { filledTextMessage } from '../model/filled-texts.ts';
import { PHRASES } from '../model/phrases.ts';
import { isOfContact, type Session, type Turn } from '../model/session.ts';
import { languagesIn } from '../model/spoken-language.ts';
import type { ServiceContext } from './run-external-action.ts';

export interface TextContext extends Pick<ServiceContext, 'log' | 'speech' | 'now'> {
  /** @default none: it is a test of an agent, which sends nothing */
  readonly table?: Table;
  readonly turns: readonly Turn[];
}

type Outcome = { readonly text?: number; readonly text_status?: 'queued'; readonly error?: string };

/** Milliseconds until a request to the vendor times out: the contact waits. */
const TIMEOUT_MS = 5_000;

/** Sends a text to the number of the call, once, if the contact agreed. The model never chooses the number. */
export async function sendText(
  { config, ...action }: CallAction,
  input: Readonly<Record<string, unknown>>,
  { table, turns, log, speech, now }: TextContext,
): Promise<Omit<ToolOutcome, 'call'>> {
  const { session } = log;
  const isFixed = typeof config.text === 'string';
  const body = isFixed ? filledTextMessage(String(config.text), valuesOf(session)) : String(input.text);
  if (body === undefined || body.length > MAX_TEXT)
    return refused('The text is too long, or a value of it is missing.');
  if (!hasAgreed(String(input.consent), session, turns))
    return refused('The human did not say that. Ask whether they want a text, and quote the whole answer.');
  if (speech.isEmpty) await speech.fill(PHRASES[session.settings.language].moment);
  // A text cannot be taken back.
  if (!speech.interrupted.aborted && !(await log.mayAct())) speech.stop();
  if (speech.interrupted.aborted) return { output: {}, again: false };
  const begunMs = now().getTime();
  const isReal = table && !session.rehearsal;
  const outcome = isReal ? await textContact(table, session, { body, now: now() }) : QUEUED;
  const output = { ...outcome, ...(isFixed && { message: body }) };
  const facts = { took_ms: now().getTime() - begunMs, ...(outcome.error && { failed: true }) };
  await log.add(action, { input: storable(input), output, ...facts });
  return { output, again: true };
}

const QUEUED: Outcome = { text_status: 'queued' };

const refused = (error: string) => ({ output: { error }, again: true });

/** Whether the contact said these words: then the record proves that they agreed. */
function hasAgreed(quotation: string, session: Session, turns: readonly Turn[]): boolean {
  const found = new Transcript(turns.filter(isOfContact), languagesIn(session)).find(quotation);
  return found?.isProof === true;
}

async function textContact(
  table: Table,
  { user_id: userId, call_id: callId }: Session,
  { body: Body, now }: { readonly body: string; readonly now: Date },
): Promise<Outcome> {
  const key = { userId, callId };
  const call = await loadCall(table, key);
  const To = call && contactNumber(call);
  if (!To) return { error: 'The human withholds their number.' };
  if (await loadEntry(table, userId, To)) return { error: 'The number is on the do-not-call list.' };
  const client = await telephonyClientOf(table, call, { timeoutMs: TIMEOUT_MS });
  if (!client) return { error: 'The telephony account does not exist.' };
  const textKey = await callbackKeyOf({ purpose: 'text', userId, recordId: `${callId}/${Body}` });
  const reserved = await reserveText(table, key, { textKey, now });
  if ('issue' in reserved) return { error: reserved.issue };
  const { place } = reserved;
  const From = call.direction === 'outbound' ? call.from_number : call.to_number;
  const StatusCallback = await callUrlOf('status', key, place);
  const { news, error } = await sendTextMessage(client, { From, To, Body, StatusCallback });
  await recordTextNews(table, key, { place, ...news });
  return { text: place + 1, ...(error === undefined ? QUEUED : { error }) };
}
