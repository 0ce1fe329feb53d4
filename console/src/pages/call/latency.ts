import { percentile } from '../../format/numbers.ts';
import { SEGMENTS, type ShownTurn } from '../conversation/transcript.ts';

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
