import { type CallAction, MAX_TEXT } from '../../actions/model/action.ts';
import { storable } from '../../platform/storable.ts';
import type { ToolOutcome } from '../model/actions/tools.ts';
import { valuesOf } from '../model/call-facts.ts';
import { filledTextMessage } from '../model/filled-texts.ts';
import { PHRASES } from '../model/phrases.ts';
import type { Turn } from '../model/session.ts';
import { isQuoted } from '../model/words/consent.ts';
import type { CallEffects, SentText } from '../ports.ts';
import type { ServiceContext } from './run-external-action.ts';

export interface TextContext extends Pick<ServiceContext, 'log' | 'speech' | 'now'> {
  /** @default none: nothing is sent or scheduled */
  readonly call?: Pick<CallEffects, 'sendText' | 'scheduleCallback'>;
  readonly turns: readonly Turn[];
}

/** Sends a text to the number of the call, once, if the contact agreed. The model never chooses the number. */
export async function sendText(
  { config, ...action }: CallAction,
  input: Readonly<Record<string, unknown>>,
  { call, turns, log, speech, now }: TextContext,
): Promise<Omit<ToolOutcome, 'call'>> {
  const { session } = log;
  const isFixed = typeof config.text === 'string';
  const body = isFixed ? filledTextMessage(String(config.text), valuesOf(session)) : String(input.text);
  if (body === undefined || body.length > MAX_TEXT)
    return refused('The text is too long, or a value of it is missing.');
  if (!isQuoted(String(input.consent), session, turns))
    return refused('The human did not say that. Ask whether they want a text, and quote the whole answer.');
  if (speech.isEmpty) await speech.fill(PHRASES[session.settings.language].moment);
  // A text cannot be taken back.
  if (!speech.interrupted.aborted && !(await log.mayAct())) speech.stop();
  if (speech.interrupted.aborted) return { output: {}, again: false };
  const begunMs = now().getTime();
  const outcome: SentText = (await call?.sendText(session, body)) ?? { text_status: 'queued' };
  const output = { ...outcome, ...(isFixed && { message: body }) };
  const facts = { took_ms: now().getTime() - begunMs, ...(outcome.error && { failed: true }) };
  await log.add(action, { input: storable(input), output, ...facts });
  return { output, again: true };
}

const refused = (error: string) => ({ output: { error }, again: true });
