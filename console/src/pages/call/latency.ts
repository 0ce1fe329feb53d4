import { percentile } from '../../format/numbers.ts';
import type { Segment, ShownTurn } from './transcript.ts';

/** How a response time feels to the contact. */
export type Feeling = 'good' | 'busy' | 'bad';

/**
 * Milliseconds of silence after which the contact hears hesitation, and after which the contact doubts that anybody is there. People answer
 * each other within 200 ms, and hear reluctance in gaps from 700 ms on: https://doi.org/10.1121/1.4802900. Twilio's
 * guide to voice agents allows at most 1.4 s:
 * https://www.twilio.com/en-us/blog/developers/best-practices/guide-core-latency-ai-voice-agents
 */
const [HESITATES_MS, DOUBTS_MS] = [800, 1_500];

export function feelingOf(ms: number): Feeling {
  if (ms < HESITATES_MS) return 'good';
  return ms <= DOUBTS_MS ? 'busy' : 'bad';
}

/** A feeling in words, since colour alone doesn’t tell everybody. */
export const FEELINGS: Readonly<Record<Feeling, string>> = {
  good: 'Natural',
  busy: 'Noticeable pause',
  bad: 'Too slow',
};

/** Response times of a call. */
export interface Waiting {
  readonly medianMs: number;
  /** The 95th percentile. */
  readonly mostMs: number;
  readonly answers: number;
}

/** Response times of an open call; undefined before the first answer. */
export function waitingOf(turns: readonly ShownTurn[]): Waiting | undefined {
  const silences = turns.flatMap(({ silenceMs }) => silenceMs ?? []);
  const medianMs = percentile(silences, 0.5);
  const mostMs = percentile(silences, 0.95);
  return medianMs === undefined || mostMs === undefined
    ? undefined
    : { medianMs, mostMs, answers: silences.length };
}

/** The segments of an answer’s time, by name. */
export const SEGMENTS: Readonly<Record<Segment['name'], string>> = {
  turn_over: 'End of turn detected',
  model_asked: 'Before the model request',
  first_token: 'Model’s first token',
  first_text: 'First speech',
  last_text: 'Last text sent',
  answer_over: 'Playback',
};

/** The segments that the contact waits for, up to the first speech. */
const WAITED_FOR = ['turn_over', 'model_asked', 'first_token', 'first_text'] as const;

/** The median of each segment of the response times. */
export function partsOf(turns: readonly ShownTurn[]): readonly (readonly [string, number])[] {
  return WAITED_FOR.flatMap((name) => {
    const times = turns.flatMap(({ segments = [] }) => segments.find((one) => one.name === name)?.ms ?? []);
    const median = percentile(times, 0.5);
    return median === undefined ? [] : [[SEGMENTS[name], median] as const];
  });
}

/** The answer with the longest response time. */
export function slowestOf(turns: readonly ShownTurn[]): ShownTurn | undefined {
  return turns.reduce<ShownTurn | undefined>(
    (slowest, turn) => ((turn.silenceMs ?? -1) > (slowest?.silenceMs ?? -1) ? turn : slowest),
    undefined,
  );
}
