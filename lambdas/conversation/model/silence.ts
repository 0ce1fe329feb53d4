import type { AgentSettings } from '../../agents/model/agent.ts';
import { awaitsPerson, whoAnswered } from './answerer/who-answered.ts';
import { isLeaving, type Session } from './session.ts';
import { silenceWordsOf } from './session-events.ts';

const SILENCE_SECONDS = 15;

/** Longest wait in seconds for an answer to the question whether the contact is there. */
const ANSWER_SECONDS = 10;

/** Longest goodbye in seconds; after it the agent hangs up, whatever the vendor reports. */
const GOODBYE_SECONDS = 15;

/** Seconds for which the agent waits for a person: a screener asks them, or a line puts the call on hold. */
const PERSON_SECONDS = { screener: 60, hold: 300 } as const;

/** Seconds of silence after which a call ends: usually, and for an agent that navigates menus. */
export interface SilenceLimits {
  readonly usual: number;
  readonly menu: number;
}

export interface SilenceStep {
  readonly does: 'ask' | 'say_goodbye' | 'leave';
  readonly afterMs: number;
}

export function silenceStep(session: Session, limits: SilenceLimits): SilenceStep {
  const { settings } = session;
  // The contact interrupted the goodbye and said nothing.
  if (isLeaving(session)) return { does: 'leave', afterMs: GOODBYE_SECONDS * 1000 };
  const timeout = settings.idle_time_seconds ?? SILENCE_SECONDS;
  const person = secondsForPerson(session);
  const end = Math.max(endAfter(settings, timeout, limits), person);
  switch (silenceWordsOf(session)) {
    case undefined:
      if (person > 0) return { does: 'say_goodbye', afterMs: end * 1000 };
      return settings.ask_if_human_present_on_idle
        ? { does: 'ask', afterMs: timeout * 1000 }
        : { does: 'say_goodbye', afterMs: end * 1000 };
    case 'presence':
      return { does: 'say_goodbye', afterMs: end * 1000 };
    case 'goodbye':
      return { does: 'leave', afterMs: (end + GOODBYE_SECONDS) * 1000 };
  }
}

function secondsForPerson({ answerer }: Session): number {
  const by = answerer && whoAnswered(answerer);
  return awaitsPerson(by) ? PERSON_SECONDS[by] : 0;
}

function endAfter(settings: AgentSettings, timeout: number, { usual, menu }: SilenceLimits): number {
  const limit = settings.ivr_navigation_mode === 'default' ? menu : usual;
  return Math.max(
    limit,
    settings.ask_if_human_present_on_idle ? timeout + Math.min(timeout, ANSWER_SECONDS) : timeout,
  );
}
