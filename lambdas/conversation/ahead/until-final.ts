import { setTimeout as wait } from 'node:timers/promises';
import type { Session } from '../../domain/conversations/session.ts';
import { readRequestAhead } from '../../store/conversations/requests-ahead.ts';
import { listeningIn } from '../../telephony/speech-recognition.ts';
import type { FrameContext } from '../frame-context.ts';
import { longestWaitMs } from './longest-wait.ts';
import { AHEAD_TIMES } from './times.ts';

/** The time at which the words became final, and the tokens of dropped answers that their turn counts. */
export interface FinalWords {
  readonly finalAt: Date;
  readonly wasted: number;
}

/**
 * The outcome of partial words. They are final, and the invocation that heard them must answer; or other words follow
 * or are final; or the frame with the final words is missing.
 */
export type Outcome = FinalWords | 'other' | 'missing';

/** Waits until partial words are final. It polls one small item, which costs half a read unit each time. */
export async function untilFinal(heardBy: string, session: Session, context: FrameContext): Promise<Outcome> {
  const { pollMs } = { ...AHEAD_TIMES, ...context.aheadTimes };
  const heardMs = context.arrivedAt.getTime();
  const endsMs = heardMs + longestWaitMs(listeningIn(session));
  while (context.now().getTime() < endsMs) {
    const ahead = await readRequestAhead(context);
    // An older state may be read: then the latest words are still those of an earlier frame.
    const isMine = ahead?.heard_by === heardBy;
    if (!ahead || (!isMine && ahead.heard_ms >= heardMs)) return 'other';
    if (isMine && ahead.final_for === heardBy)
      return { finalAt: new Date(ahead.final_ms), wasted: ahead.final_wasted };
    if (isMine && ahead.final_for !== undefined) return 'other';
    await wait(pollMs);
  }
  return 'missing';
}
