import { expect, it } from 'vitest';
import { callbackTime } from '../../../lambdas/conversation/turn/agreed-actions.ts';

const NOW = new Date('2026-10-20T15:00:30.000Z');

it.each([
  ['2026-10-20T17:01', 'Europe/Berlin', '2026-10-20T15:01:00.000Z'],
  ['2026-10-20T17:00', 'Europe/Berlin', '20 October 2026 at 17:00 (Europe/Berlin)'],
  ['2026-10-21T17:00', 'America/New_York', '2026-10-21T21:00:00.000Z'],
  // The clocks go back: 02:30 comes twice, and the days around it have different offsets.
  ['2026-10-25T01:30', 'Europe/Berlin', '2026-10-24T23:30:00.000Z'],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
  // They are put forward in Lord Howe by half an hour, so 02:15 does not come.
  ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z', '2026-10-01T00:00:00.000Z'],
  ['2026-11-19T16:00', 'Europe/Berlin', '2026-11-19T15:00:00.000Z'],
  ['2026-11-19T16:01', 'Europe/Berlin', 'at most 30 days'],
  ['2026-10-32T10:00', 'Europe/Berlin', 'no such day'],
  ['2027-02-29T10:00', 'Europe/Berlin', 'no such day'],
  ['2026-10-21T24:00', 'Europe/Berlin', 'no such day'],
  ['2026-10-21T17:00', 'Berlin', 'no time zone Berlin'],
])('%s in %s is %s', (local, zone, expected, now = NOW.toISOString()) => {
  const time = callbackTime(local, zone, new Date(now));
  expect('at' in time ? time.at.toISOString() : time.issue).toContain(expected);
});
