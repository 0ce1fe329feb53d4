import { percentile } from '../../format/numbers.ts';
import type { ShownTurn } from './transcript.ts';

/** What a caller feels of a silence before an answer. */
export type Feeling = 'good' | 'busy' | 'bad';

/**
 * Milliseconds of silence until a caller hears hesitation, and until the caller doubts that anybody is there. People answer
 * each other within 200 ms, and hear reluctance in gaps from 700 ms on: https://doi.org/10.1121/1.4802900. Twilio's
 * guide to voice agents allows at most 1.4 s:
 * https://www.twilio.com/en-us/blog/developers/best-practices/guide-core-latency-ai-voice-agents
 */
const [HESITATES_MS, DOUBTS_MS] = [800, 1_500];

export function feelingOf(ms: number): Feeling {
  if (ms < HESITATES_MS) return 'good';
  return ms <= DOUBTS_MS ? 'busy' : 'bad';
}

/** A feeling in words: its colour alone says nothing. */
export const FEELINGS: Readonly<Record<Feeling, string>> = {
  good: 'feels natural',
  busy: 'a pause that one notices',
  bad: 'too long',
};

/** How long callers waited for answers. */
export interface Waiting {
  readonly medianMs: number;
  /** 95 % of the answers came sooner. */
  readonly mostMs: number;
  readonly answers: number;
}

/** The waiting of a call that goes on; undefined if there are no answers yet. */
export function waitingOf(turns: readonly ShownTurn[]): Waiting | undefined {
  const silences = turns.flatMap(({ silenceMs }) => silenceMs ?? []);
  const medianMs = percentile(silences, 0.5);
  const mostMs = percentile(silences, 0.95);
  return medianMs === undefined || mostMs === undefined
    ? undefined
    : { medianMs, mostMs, answers: silences.length };
}

/** The parts of the time of an answer, and what they were needed for. */
export const SEGMENTS: Readonly<Record<string, string>> = {
  turn_over: 'to know that the contact is done',
  model_asked: 'to ask the model',
  first_token: 'until its first word',
  first_text: 'until words are spoken',
  last_text: 'until the last words are sent',
  answer_over: 'until they are heard',
};

/** The parts that the contact waits for: until words are spoken. */
const WAITED_FOR = ['turn_over', 'model_asked', 'first_token', 'first_text'];

/** The median of each part of the silences. */
export function partsOf(turns: readonly ShownTurn[]): readonly (readonly [string, number])[] {
  return WAITED_FOR.flatMap((name) => {
    const times = turns.flatMap(({ segments = [] }) => segments.find((one) => one.name === name)?.ms ?? []);
    const median = percentile(times, 0.5);
    return median === undefined ? [] : [[SEGMENTS[name] ?? name, median] as const];
  });
}

/** The answer that was waited for longest. */
export function slowestOf(turns: readonly ShownTurn[]): ShownTurn | undefined {
  return turns.reduce<ShownTurn | undefined>(
    (slowest, turn) => ((turn.silenceMs ?? -1) > (slowest?.silenceMs ?? -1) ? turn : slowest),
    undefined,
  );
}
