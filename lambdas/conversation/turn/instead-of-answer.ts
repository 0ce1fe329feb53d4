import { speakUp } from '../change-session.ts';
import { leaveConversation } from '../effects.ts';
import { PHRASES } from '../model/phrases.ts';
import { spokenBy } from '../model/playback.ts';
import type { Session } from '../model/session.ts';
import type { TurnStep } from '../model/user-turn.ts';
import type { FrameContext } from '../ports.ts';

type Step = (session: Session, context: FrameContext) => Promise<void>;

/** What the agent does after a turn of the contact in place of a model's answer. */
export const STEPS: Readonly<Record<Exclude<TurnStep, 'answer'>, Step>> = {
  await_beep: awaitBeep,
  speak_of_action: speakOfAction,
  leave: leaveConversation,
  say_farewell: sayFarewell,
  stay_on_hold: async () => {},
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

async function speakOfAction(before: Session, context: FrameContext): Promise<void> {
  const { goodbye, connecting, holding } = PHRASES[before.settings.language];
  const text = before.ending ? goodbye : before.handoff === undefined ? holding : connecting;
  const isSame = ({ generation }: Session) => generation === before.generation;
  const session = await speakUp(context, (current) => (isSame(current) ? { text } : undefined));
  if (session) await context.watchSilence(session, spokenBy(text, context.now()));
}

async function sayFarewell(
  session: Session,
  { store, connection, now, watchSilence }: FrameContext,
): Promise<void> {
  const { generation, failures, settings } = session;
  const text = PHRASES[settings.language].farewell;
  const answer = { text, complete: true, timestamp: now().toISOString() };
  const isRecorded = await store.recordAnswer({ generation, answer, failures, ending: true });
  if (!isRecorded) return;
  await connection.send({ type: 'text', token: text, last: true });
  // The vendor may not report that it was spoken.
  await watchSilence({ ...session, ending: true }, spokenBy(text, now()));
}
