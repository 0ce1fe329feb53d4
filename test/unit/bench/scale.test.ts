import { describe, expect, it } from 'vitest';
import { EventQueue } from '../../../bench/scale/event-queue.ts';
import type { Footprint, Step } from '../../../bench/scale/footprint.ts';
import { Bucket } from '../../../bench/scale/limits.ts';
import { simulate } from '../../../bench/scale/simulate.ts';
import { DEFAULT_SIZE, SIZES } from '../../../bench/scale/sizes.ts';
import { checkConfig } from '../../../lib/config/check-config.ts';

const WRITE = { atMs: 10, service: 'DynamoDB_20120810', reads: 0, writes: 5, partitions: [] };

const step = (overrides: Partial<Step>): Step => ({
  entry: 'conversation/message',
  trigger: 'socket',
  atMs: 0,
  durationMs: 1000,
  isTurn: true,
  requests: [],
  ...overrides,
});

/** A call of ten seconds that is created, and has two turns. */
const FOOTPRINT: Footprint = {
  durationMs: 10_000,
  turns: 2,
  steps: [
    step({
      entry: 'api/calls/create',
      trigger: 'endpoint',
      durationMs: 50,
      isTurn: false,
      requests: [WRITE],
    }),
    step({ atMs: 2000 }),
    step({ atMs: 6000, requests: [WRITE] }),
  ],
};

const scenario = { ...DEFAULT_SIZE, footprint: FOOTPRINT, users: 1, seconds: 20, slower: 1 };

describe('the events of a simulation', () => {
  it('happen in the order of their times, whenever they were added', () => {
    const queue = new EventQueue();
    const seen: number[] = [];
    for (const time of [50, 10, 40, 20, 30]) queue.after(time, () => seen.push(queue.now));
    queue.after(15, () => queue.after(10, () => seen.push(queue.now)));

    queue.runUntil(45);

    expect(seen).toEqual([10, 20, 25, 30, 40]);
    expect(queue.now).toBe(45);
  });
});

describe('the recommended sizes', () => {
  it.each(SIZES)('are configurations that can be deployed: $upTo', ({ config, quotas }) => {
    expect(() => checkConfig(config)).not.toThrow();
    expect(config.concurrency?.account).toBe(quotas.lambdaConcurrency);
  });
});

describe('a bucket', () => {
  it('permits its burst at once, and its rate from then on', () => {
    const bucket = new Bucket('requests', 10, 3);
    const taken = (now: number) => [1, 2, 3, 4].filter(() => bucket.take(1, now)).length;

    expect([taken(0), taken(0), taken(100), taken(10_000)]).toEqual([3, 0, 1, 3]);
    expect(bucket.use.refused).toBe(9);
  });
});

describe('a simulation', () => {
  it('runs every step of a call once for each call', () => {
    const { functions, units, throttled, failed } = simulate({ ...scenario, conversations: 100 });

    // 100 conversations of ten seconds are ten calls a second, each with two turns of a second.
    expect(functions.get('conversation/message')?.perSecond).toBeCloseTo(20, 0);
    expect(functions.get('conversation/message')?.running).toBeCloseTo(20, 0);
    expect(functions.get('api/calls/create')?.perSecond).toBeCloseTo(10, 0);
    expect(units.writes).toBeCloseTo(100, -1);
    expect([throttled, failed]).toEqual([0, 0]);
  });

  it('names the limit that is too small, and what it refuses', () => {
    const config = {
      ...DEFAULT_SIZE.config,
      concurrency: { account: 1000, turns: 10, callSteps: 30, reports: 8 },
    };
    const { uses, failed } = simulate({ ...scenario, config, conversations: 100 });

    expect(uses[0]).toMatchObject({ name: 'reserved for conversation/message', peak: 1 });
    expect(failed).toBeGreaterThan(0.2);
  });

  it('delays turns while the table is throttled, and repeats their requests', () => {
    const config = { ...DEFAULT_SIZE.config, warmThroughput: { writes: 90, reads: 12_000 } };
    const { uses, turnDelay } = simulate({ ...scenario, config, conversations: 100 });

    expect(uses.find(({ peak }) => peak > 1)?.name).toBe('table, write units');
    expect(turnDelay.p99).toBeGreaterThanOrEqual(50);
  });

  it('answers a part of a user’s burst with 429, none with 500, and all of it after repeats', () => {
    const seconds = 60;
    const { burst, functions, failed } = simulate({ ...scenario, seconds, conversations: 10, burst: 1000 });

    expect(burst.refused).toBeGreaterThanOrEqual(600);
    expect((functions.get('api/calls/create')?.perSecond ?? 0) * seconds).toBeGreaterThanOrEqual(1000);
    expect(failed).toBe(0);
  });

  it('counts what a function of the telephony vendor can have at most', () => {
    const report = step({ entry: 'callbacks/recording-status', trigger: 'callback', isTurn: false });
    const footprint = { ...FOOTPRINT, steps: [...FOOTPRINT.steps, report] };

    const { uses } = simulate({ ...scenario, footprint, conversations: 200 });

    expect(uses.find(({ name }) => name === 'reserved for callbacks/recording-status')?.peak).toBe(1);
  });

  it('repeats deliveries as fast as their consumers permit, and delays no turn', () => {
    const delivery = step({ entry: 'webhooks/deliver', trigger: 'event', durationMs: 500, isTurn: false });
    const footprint = { ...FOOTPRINT, steps: [...FOOTPRINT.steps, delivery] };
    const { replayed, turnDelay } = simulate({
      ...scenario,
      footprint,
      conversations: 100,
      replayed: 1_000_000,
    });

    // 40 consumers, two deliveries of each a second, less those of the calls.
    expect(replayed / scenario.seconds).toBeGreaterThan(60);
    expect(replayed / scenario.seconds).toBeLessThanOrEqual(80);
    expect(turnDelay.p99).toBe(0);
  });

  it('has the same outcome each time', () => {
    const run = () => simulate({ ...scenario, conversations: 300 });

    expect(run()).toEqual(run());
  });
});
