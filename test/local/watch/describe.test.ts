import { expect, it, describe as suite } from 'vitest';
import { metricLine } from '../../../lambdas/platform/metrics/emit.ts';
import { describe } from '../../../local/watch/describe.ts';
import { EmittedMetrics } from '../../../local/watch/emitted-metrics.ts';

type Line = Parameters<typeof metricLine>;

/** What the command shows of these lines of logs. */
function textOf(...lines: readonly (Line | string)[]) {
  const metrics = new EmittedMetrics('', Number.POSITIVE_INFINITY);
  const texts = lines.map((line) =>
    typeof line === 'string' ? line : metricLine(line[0], { Environment: 'staging', ...line[1] }),
  );
  metrics.add(texts.join('\n'));
  const thresholds = { 'turns-slow': 1500, 'calls-in-error': 0.05, 'deliveries-late': 60 };
  return describe({ metrics, minutes: 5, thresholds })
    .map(({ text }) => text)
    .join('\n');
}

suite('what npm run watch shows', () => {
  it('is complete before any call', () => {
    const text = textOf();

    expect(text).toContain('the last 5 minutes');
    expect(text).toContain('not counted yet');
    expect(text).toContain('0 turns, 0 interrupted, 0 failed; 0 of 0 requests to models failed');
    expect(text).toContain('callee waits                      –        –        –');
    expect(text).toContain('0 of 7 thresholds of production exceeded');
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('has the latest count of calls, and the sums of outcomes', () => {
    const ended = (Direction: string, Outcome: string): Line => [{ CallsEnded: 1 }, { Direction, Outcome }];
    const text = textOf(
      [{ CallsUnderWay: 14 }, {}],
      [{ CallsUnderWay: 3 }, {}],
      ended('outbound', 'conversation'),
      ended('outbound', 'conversation'),
      ended('outbound', 'error'),
      ended('inbound', 'conversation'),
      'a line of a log, and {"_aws": another',
      '{"_aws":{}}',
    );

    expect(text).toContain('phone-call-agents · staging');
    expect(text).toContain('3 ringing or in conversation at the last count');
    expect(text).toContain('ended, outbound: 2 conversation, 0 unanswered, 0 cancelled, 1 error');
    expect(text).toContain('ended, inbound: 1 conversation, 0 error');
  });

  it('has the percentiles of turns and deliveries', () => {
    const text = textOf(
      [{ TurnSilence: [840, 600, 1250, 130_000], TurnInterrupted: [0, 1, 0, 1] }, {}],
      [{ DeliveryAttempts: 3 }, { Outcome: 'retried' }],
      [{ DeliveryWait: [20, 90] }, {}],
    );

    expect(text).toContain('4 turns, 2 interrupted');
    expect(text).toMatch(/callee waits +840 ms +2 min +2 min/);
    expect(text).toContain('0 delivered, 0 given up; 3 failed attempts');
    expect(text).toContain('p90: 90 ms to the first attempt');
  });

  it('names the thresholds that are exceeded, shares from ten cases on', () => {
    const few = textOf([{ CallFailed: Array(9).fill(1) }, {}]);
    const text = textOf(
      [{ CallFailed: [...Array(9).fill(0), 1] }, {}],
      [{ TurnSilence: 1600, DeliveryWait: 59_000 }, {}],
    );

    expect(few).toContain('0 of 7 thresholds');
    expect(text).toContain('2 of 7 thresholds');
    expect(text).toContain('turns-slow: 1600 is above 1500 (docs/runbook.md#turns-slow)');
    expect(text).toContain('calls-in-error: 0.1 is above 0.05');
    expect(text).not.toContain('deliveries-late');
  });
});
