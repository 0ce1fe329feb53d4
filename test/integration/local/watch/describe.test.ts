import { expect, it, describe as suite } from 'vitest';
import type { ServiceSnapshot, ShownAlarm, ShownMetric } from '../../../../local/watch/ask-service.ts';
import { describe } from '../../../../local/watch/describe.ts';

const metric = (name: string, figures: Partial<ShownMetric> = {}): ShownMetric => ({
  namespace: 'phone-call-agents',
  name,
  dimensions: { Environment: 'staging' },
  count: 1,
  sum: 1,
  latest: 1,
  p50: 1,
  p90: 1,
  p99: 1,
  ...figures,
});

const alarm = (logicalId: string, changes: Partial<ShownAlarm> = {}): ShownAlarm => ({
  logicalId,
  description: `Severity 1. Somebody notices. What to do: docs/runbook.md#${logicalId}`,
  state: 'ALARM',
  reason: '12 (threshold > 10)',
  since: Date.UTC(2026, 0, 1, 12),
  actions: 'enabled',
  rang: 1,
  ...changes,
});

const textOf = (changes: Partial<ServiceSnapshot>) =>
  describe({
    now: Date.UTC(2026, 0, 1, 12, 1),
    minutes: 5,
    openConnections: 0,
    alarms: [],
    metrics: [],
    ...changes,
  })
    .map(({ text }) => text)
    .join('\n');

suite('what npm run watch shows', () => {
  it('is complete before any call', () => {
    const text = textOf({});

    expect(text).toContain('the last 5 minutes');
    expect(text).toContain('0 in conversation now; not counted yet');
    expect(text).toContain('0 turns, 0 interrupted, 0 failed; 0 of 0 requests to models failed');
    expect(text).toContain('callee waits                      –        –        –');
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('has the latest count of calls, and the sums of outcomes', () => {
    const outcome = (Direction: string, Outcome: string, sum: number) =>
      metric('CallsEnded', { dimensions: { Environment: 'staging', Direction, Outcome }, sum });
    const text = textOf({
      openConnections: 2,
      metrics: [
        metric('CallsUnderWay', { latest: 3, sum: 17 }),
        outcome('outbound', 'conversation', 4),
        outcome('outbound', 'error', 1),
        outcome('inbound', 'conversation', 2),
      ],
    });

    expect(text).toContain('2 in conversation now; 3 ringing or in conversation at the last count');
    expect(text).toContain('ended, outbound: 4 conversation, 0 unanswered, 0 cancelled, 1 error');
    expect(text).toContain('ended, inbound: 2 conversation, 0 error');
  });

  it('has the percentiles of turns and deliveries', () => {
    const text = textOf({
      metrics: [
        metric('TurnSilence', { p50: 840, p90: 1250, p99: 130_000 }),
        metric('TurnInterrupted', { count: 9, sum: 2 }),
        metric('DeliveryAttempts', { dimensions: { Environment: 'staging', Outcome: 'retried' }, sum: 3 }),
        metric('DeliveryWait', { p90: 90 }),
      ],
    });

    expect(text).toContain('9 turns, 2 interrupted');
    expect(text).toMatch(/callee waits +840 ms +1\.3 s +2 min/);
    expect(text).toContain('0 delivered, 3 to be retried, 0 given up');
    expect(text).toContain('p90: 90 ms to the first attempt');
  });

  it('shows what raised alarms would do, notifying ones first', () => {
    const text = textOf({
      alarms: [
        alarm('turns-slow', { actions: 'none', rang: 0 }),
        alarm('users-affected', { actions: 'suppressed', rang: 0 }),
        alarm('deliver', { actions: 'disabled', rang: 0 }),
        alarm('callers-affected'),
        alarm('dial', { state: 'OK', rang: 2 }),
        alarm('fan-out', { state: 'OK', rang: 0 }),
        alarm('odd', { state: 'INSUFFICIENT_DATA', rang: 0, fault: 'a function is not known' }),
      ],
    });

    expect(text).toContain('7 alarms: 4 raised, 1 ringing');
    expect(text.indexOf('callers-affected since')).toBeLessThan(text.indexOf('turns-slow since'));
    expect(text).toMatch(
      /callers-affected since \d\d:\d\d:\d\d: RINGS\n {4}12 \(threshold > 10\)\. Severity 1\./,
    );
    expect(text).toMatch(/turns-slow since .*: part of another alarm/);
    expect(text).toMatch(/users-affected since .*: would ring, but is kept back/);
    expect(text).toMatch(/deliver since .*: would ring, but this environment’s alarms tell nobody/);
    expect(text).toContain('rang before: dial');
    expect(text).not.toContain('fan-out');
    expect(text).toContain('not evaluated: odd: a function is not known');
  });
});
