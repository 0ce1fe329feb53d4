import type { AgentSettings } from '../records/agent.ts';
import { isLeaving, type Session, silenceWordsSaid } from './conversation.ts';

/** Silence timeout in seconds, unless the agent says otherwise. */
const SILENCE_SECONDS = 15;

/** Who was asked whether they are there has as long again to answer, though not longer than this, in seconds. */
const ANSWER_SECONDS = 10;

/** A goodbye takes no longer, in seconds: then the call is left, even if nobody told us that it was spoken. */
const GOODBYE_SECONDS = 15;

/** After how many seconds without a word a call ends: usually, and while an agent finds its way through menus. */
export interface SilenceLimits {
  readonly usual: number;
  readonly menu: number;
}

/** What is next to be done about a silence, and when: in milliseconds since it began. */
export interface SilenceStep {
  readonly does: 'ask' | 'say_goodbye' | 'leave';
  readonly afterMs: number;
}

/** What is next to be done about the silence of a conversation, should it last. */
export function silenceStep(session: Session, limits: SilenceLimits): SilenceStep {
  const { settings } = session;
  // A goodbye that was broken in on, without a word to follow.
  if (isLeaving(session)) return { does: 'leave', afterMs: GOODBYE_SECONDS * 1000 };
  const timeout = settings.idle_time_seconds ?? SILENCE_SECONDS;
  const end = endAfter(settings, timeout, limits);
  switch (silenceWordsSaid(session)) {
    case undefined:
      return settings.ask_if_human_present_on_idle
        ? { does: 'ask', afterMs: timeout * 1000 }
        : { does: 'say_goodbye', afterMs: end * 1000 };
    case 'presence':
      return { does: 'say_goodbye', afterMs: end * 1000 };
    case 'goodbye':
      return { does: 'leave', afterMs: (end + GOODBYE_SECONDS) * 1000 };
  }
}

function endAfter(settings: AgentSettings, timeout: number, { usual, menu }: SilenceLimits): number {
  const limit = settings.ivr_navigation_mode === 'default' ? menu : usual;
  return Math.max(
    limit,
    settings.ask_if_human_present_on_idle ? timeout + Math.min(timeout, ANSWER_SECONDS) : timeout,
  );
}
