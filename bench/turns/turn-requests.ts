import { type MeasuredService, requestsSince } from '../measured-service.ts';
import { longestSequence, type RequestRecord } from '../request-record.ts';
import { converse } from './converse.ts';

const TURNS = 7;

/** Tolerated clock difference in milliseconds. */
const TOLERANCE_MS = 1;

/** The requests to the table while a conversation handles one turn's frames. */
export interface TurnRequests {
  /** The number of turns. */
  readonly turns: number;
  readonly before: readonly RequestRecord[];
  /** From the callee's words until the whole answer was sent. */
  readonly whole: readonly RequestRecord[];
  readonly after: readonly RequestRecord[];
}

/**
 * Runs a call and returns the requests of its costliest turns: before the model request, until the answer was sent, and
 * after.
 */
export async function turnRequests(service: MeasuredService, agent: string): Promise<TurnRequests> {
  const already = service.requests.length;
  const turns = await converse(service, agent, { turns: TURNS });
  const requests = requestsSince(service, already, 'calls/relay/message');
  const between = (from: number, to: number) =>
    requests.filter(
      ({ startedAt, endedAt }) => startedAt >= from - TOLERANCE_MS && endedAt <= to + TOLERANCE_MS,
    );
  // The setup may overlap with the first turn, since people speak first. The end of the call follows the last one.
  const measured = turns.slice(1, -1);
  return {
    turns: measured.length,
    before: costliest(measured.map(({ promptAt, modelAskedAt }) => between(promptAt, modelAskedAt))),
    whole: costliest(measured.map(({ promptAt, lastTextAt }) => between(promptAt, lastTextAt))),
    after: costliest(
      measured.map(({ lastTextAt }, index) =>
        between(lastTextAt, turns[index + 2]?.promptAt ?? Number.POSITIVE_INFINITY),
      ),
    ),
  };
}

function costliest(candidates: readonly (readonly RequestRecord[])[]): readonly RequestRecord[] {
  const cost = (records: readonly RequestRecord[]) => longestSequence(records) * 1000 + records.length;
  return [...candidates].sort((a, b) => cost(b) - cost(a))[0] ?? [];
}
