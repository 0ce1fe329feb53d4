import type { CaseResult } from './case-result.ts';

/** Bytes of a stored result: less than DynamoDB's 400 KB. */
const MAX_BYTES = 380_000;

const LEFT_OUT = 'Left out: the result is too large.';

/** A result as bytes that can be stored: without what tools returned, or without its turns, if it is too large. */
export function fittingResult<Bytes extends Uint8Array>(
  result: CaseResult,
  compressed: (value: CaseResult) => Bytes,
): Bytes {
  const whole = compressed(result);
  if (whole.length <= MAX_BYTES) return whole;
  const turns = result.turns.map((turn) => ({
    ...turn,
    tools: turn.tools.map((tool) => ({ ...tool, args: LEFT_OUT, output: LEFT_OUT })),
  }));
  const shorter = compressed({ ...result, turns, transcript: [], cut: LEFT_OUT });
  return shorter.length <= MAX_BYTES
    ? shorter
    : compressed({ ...result, turns: [], transcript: [], cut: LEFT_OUT });
}
