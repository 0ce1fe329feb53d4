import { leaveConversation, speakUp } from '../change-session.ts';
import { valuesOf } from '../model/call-facts.ts';
import { filledGreeting } from '../model/filled-texts.ts';
import { PHRASES } from '../model/phrases.ts';
import { spokenBy } from '../model/playback.ts';
import { isOfContact, type Session } from '../model/session.ts';
import type { TurnStep } from '../model/user-turn.ts';
import type { FrameContext } from '../ports.ts';

type Step = (session: Session, context: FrameContext) => Promise<void>;

/** What the agent does after a turn of the contact in place of a model's answer. */
export const STEPS: Readonly<Record<Exclude<TurnStep, 'answer'>, Step>> = {
  await_beep: awaitBeep,
  introduce,
  wait: async (session, context) => context.watchSilence(session, context.now()),
  hang_up: (session, context) => sayLast(PHRASES[session.settings.language].goodbye, session, context),
  speak_of_action: speakOfAction,
  leave: leaveConversation,
  say_farewell: sayFarewell,
  stay_on_hold: async () => {},
  stop_calling: stopCalling,
  end_for_tokens: async (session, context) => {
    await sayFarewell(session, context);
    await context.call?.explainEndForTokens(session);
  },
};

/** Milliseconds after the last words of a greeting after which the beep is assumed, if detection does not report it. */
const BEEP_WITHIN_MS = 5_000;

/** Says nothing to a voicemail's greeting. The beep is assumed after some seconds, unless the vendor reports it. */
async function awaitBeep(session: Session, context: FrameContext): Promise<void> {
  await context.watchVoicemail(session, new Date(context.now().getTime() + BEEP_WITHIN_MS));
  await context.watchSilence(session, context.now());
}

/** Tells a screener who calls and why, word for word. Then the agent waits for the person. */
async function introduce(before: Session, context: FrameContext): Promise<void> {
  const { identity = '', purpose = '' } = before.settings.call_screening ?? {};
  const values = valuesOf(before);
  const text = [identity, purpose].map((words) => sentence(filledGreeting(words, values))).join(' ');
  const isSame = ({ generation }: Session) => generation === before.generation;
  const session = await speakUp(context, (current) => (isSame(current) ? { text } : undefined));
  if (session) await context.watchSilence(session, spokenBy(text, context.now()));
}

const sentence = (words: string) => (/[.!?…。！？।]$/.test(words.trim()) ? words.trim() : `${words.trim()}.`);

async function speakOfAction(before: Session, context: FrameContext): Promise<void> {
  const { goodbye, connecting, holding } = PHRASES[before.settings.language];
  const text = before.ending ? goodbye : before.handoff === undefined ? holding : connecting;
  const isSame = ({ generation }: Session) => generation === before.generation;
  const session = await speakUp(context, (current) => (isSame(current) ? { text } : undefined));
  if (session) await context.watchSilence(session, spokenBy(text, context.now()));
}

/** Lists the number, tells the contact so, and ends the call. */
async function stopCalling(before: Session, context: FrameContext): Promise<void> {
  const { call, store } = context;
  const { generation } = before;
  const isEnding = call
    ? await call.listNumber(before, await latestWords(context))
    : await store.setUnlessInterrupted({ generation, set: { ending: true } });
  if (isEnding) await sayLast(PHRASES[before.settings.language].not_called_again, before, context);
}

/** What the contact said last, for the record of their request. */
async function latestWords({ store }: FrameContext): Promise<string> {
  const { turns = [] } = (await store.getConversation()) ?? {};
  return turns.findLast(isOfContact)?.text ?? '';
}

function sayFarewell(session: Session, context: FrameContext): Promise<void> {
  return sayLast(PHRASES[session.settings.language].farewell, session, context);
}

async function sayLast(
  text: string,
  session: Session,
  { store, connection, now, watchSilence }: FrameContext,
): Promise<void> {
  const { generation, failures } = session;
  const answer = { text, complete: true, timestamp: now().toISOString() };
  const isRecorded = await store.recordAnswer({ generation, answer, failures, ending: true });
  if (!isRecorded) return;
  await connection.send({ type: 'text', token: text, last: true });
  // The vendor may not report that it was spoken.
  await watchSilence({ ...session, ending: true }, spokenBy(text, now()));
}
