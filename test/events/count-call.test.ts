import { describe, expect, it } from 'vitest';
import { countCall } from '../../lambdas/events/publish.ts';
import { METRICS, occurs } from '../../lambdas/platform/metrics/catalogue.ts';
import { storedCall } from '../support/table/stored-call.ts';
import { writtenMetrics } from '../support/written-metrics.ts';

const written = writtenMetrics();

const STARTED = { start_time: '2026-11-23T08:00:00.000Z' };
const DIRECTIONS = METRICS.CallsEnded.dimensions.Direction;

/** What makes a call end by each outcome. */
const ENDS = {
  conversation: { status: 'ended', ...STARTED },
  unanswered: { status: 'error', telephony_metadata: { call_sid: 'CA1', call_status: 'no-answer' } },
  cancelled: { status: 'ended' },
  error: { status: 'error', telephony_metadata: { call_sid: 'CA1', call_status: 'failed' } },
} as const;

describe.each(DIRECTIONS)('a call that is %s', (direction) => {
  const before = storedCall({ direction, status: 'not_started' });

  it('counts when its conversation begins', () => {
    countCall(before, storedCall({ direction, status: 'in_progress', ...STARTED }));

    expect(written('CallsStarted')).toEqual([{ Direction: direction }]);
    expect(written('CallsEnded')).toEqual([]);
  });

  const outcomes = METRICS.CallsEnded.dimensions.Outcome.filter((Outcome) =>
    occurs('CallsEnded', { Direction: direction, Outcome }),
  );

  it.each(outcomes)('counts when it ends by: %s', (Outcome) => {
    countCall(before, storedCall({ direction, ...ENDS[Outcome] }));

    expect(written('CallsEnded')).toEqual([{ Direction: direction, Outcome }]);
    expect(written('CallFailed')).toEqual([{}]);
  });

  it('counts its end once', () => {
    const ended = storedCall({ direction, ...ENDS.conversation });

    countCall(ended, ended);

    expect(written('CallsEnded')).toEqual([]);
  });
});
