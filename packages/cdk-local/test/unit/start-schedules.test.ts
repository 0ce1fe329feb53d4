import { afterEach, beforeEach, expect, it } from 'vitest';
import { realTime } from '../../src/clock/install-clock.ts';
import { installMovableClock, type MovableClock } from '../../src/clock/movable-clock.ts';
import { type Schedules, startSchedules } from '../../src/schedules/start-schedules.ts';
import { resource } from '../support/resources.ts';
import { UNUSED_PARTS } from '../support/unused-parts.ts';

const FUNCTION = 'arn:aws:lambda:eu-west-1:111122223333:function:tick';
const resources = [
  resource('AWS::Events::Rule', 'Rule', {
    attributes: { Arn: 'arn:aws:events:eu-west-1:111122223333:rule/rule' },
    properties: { ScheduleExpression: 'rate(1 minute)', Targets: [{ Arn: FUNCTION }] },
  }),
  resource('AWS::Lambda::Permission', 'Permission', {
    properties: {
      Action: 'lambda:InvokeFunction',
      FunctionName: FUNCTION,
      Principal: 'events.amazonaws.com',
    },
  }),
];
const MINUTE = 60_000;

let clock: MovableClock;
let schedules: Schedules;
let workAt = 0;
let start = 0;
const fired: number[] = [];

beforeEach(() => {
  clock = installMovableClock({ speed: 1, startedAt: realTime.Date.now(), jumped: new Float64Array(1) });
  start = Date.now();
  const invoke = () => fired.push(Math.round((Date.now() - start) / MINUTE)) > 0;
  schedules = startSchedules({
    ...UNUSED_PARTS,
    resources,
    queues: { find: () => undefined, close: async () => {} },
    invocations: { invoke, close: async () => {} },
    nextWork: () => realTime.wait(3, workAt),
  });
});
afterEach(() => {
  schedules.close();
  clock.restore();
});

async function firedUntil(minutes: number) {
  await clock.advanceTo(start + minutes * MINUTE + 100, async () => void (await schedules.settled()));
  return fired.splice(0);
}

it('fires each minute, or skips the minutes in which a function has nothing to do', async () => {
  expect(await firedUntil(3)).toEqual([0, 1, 2, 3]);

  workAt = start + 10.5 * MINUTE;
  expect(await firedUntil(12)).toEqual([11, 12]);

  workAt = Number.POSITIVE_INFINITY;
  expect(await firedUntil(20)).toEqual([]);

  workAt = start + 20.5 * MINUTE;
  schedules.wake();
  expect(await firedUntil(22)).toEqual([21, 22]);
});
