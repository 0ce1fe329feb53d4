import { expect, it } from 'vitest';
import { mayDial, RULE_TABLES } from '../../lambdas/calls/model/law/may-dial.ts';
import { placeOfNumber } from '../../lambdas/calls/model/law/places.ts';
import type { AttemptResult } from '../../lambdas/campaigns/model/campaign.ts';
import type { PlannedAttempt } from '../../lambdas/campaigns/run-campaign.ts';
import type { StoredConsent } from '../../lambdas/consents/model/consent.ts';
import { seedFor } from '../support/run/random.ts';
import { tableOfFile } from '../support/table/table.ts';
import { CampaignWorld, Crash, MINUTE_MS, type PlacedCall } from './campaign-world.ts';

const table = await tableOfFile();

/** Over the ends of daylight saving in Europe (October 25) and in America (November 1). */
const START = '2026-10-24T00:00:00Z';
const DAYS = 9;
const TICK_MS = 5 * MINUTE_MS;

/** In 14 zones. */
const PREFIXES = [
  ...['+1212', '+1312', '+1303', '+1602', '+1213', '+1907', '+1808', '+1902', '+1709'],
  ...['+44207', '+4930', '+3491', '+35121', '+30210'],
];
const NUMBERS = Array.from({ length: 2000 }, (_, index) => {
  const prefix = PREFIXES[index % PREFIXES.length] ?? '';
  return `${prefix}${String(index).padStart(prefix.startsWith('+1') || prefix === '+44207' ? 7 : 8, '5')}`;
});

const SETTINGS = {
  purpose: 'marketing',
  hours: { weekdays: ['09:00-20:00'], saturday: ['10:00-16:00'], sunday: [] },
  calls_per_minute: 20,
  concurrency: 25,
  calls_per_day: 900,
  most_failures_in_row: 1000,
};

/** What each attempt of a recipient comes to, by its number. */
const SCRIPTS: readonly (readonly AttemptResult[])[] = [
  ['reached'],
  ['busy', 'reached'],
  ['no_answer', 'no_answer', 'no_answer'],
  ['machine', 'screened', 'reached'],
  ['failed', 'busy', 'failed'],
  ['callback', 'reached'],
];
/** Contacts who are on the do-not-call list after the first attempt. */
const isStopped = (number: string) => Number(number.slice(-4)) % 30 === 2;
const STOPPED = { outcome: 'do_not_call', reason: 'The contact asked for it.' };
const scriptOf = (number: string) =>
  (SCRIPTS[Number(number.slice(-4)) % SCRIPTS.length] ?? []).slice(0, isStopped(number) ? 1 : undefined);

const CALLBACK_MINUTES = 26 * 60;
/** Minutes between an attempt with this result and the next one. */
const DELAYS: Readonly<Record<string, number>> = {
  ...{ busy: 15, no_answer: 120, machine: 240, screened: 240, failed: 60 },
  callback: CALLBACK_MINUTES,
};

/** The campaign is paused on Tuesday, from 14:00 to 18:00 UTC. */
const [PAUSE_MS, RESUME_MS] = ['2026-10-27T14:00:00Z', '2026-10-27T18:00:00Z'].map(Date.parse);

const lists = Object.values(RULE_TABLES).flatMap(({ marketing }) => marketing.lists ?? []);
const checkedLists = Object.fromEntries(lists.map(({ name }) => [name, START]));
const consent = { type: 'given', purpose: 'marketing', at: '2026-01-01T00:00:00.000Z', valid_until: null };
const consents = [
  { ...consent, id: 'c', created_at: consent.at, written: true, artificial_voice: true },
] as unknown as StoredConsent[];
const operator = {
  mode: 'enforce',
  permittedPlaces: ['*'],
  quietHours: '',
  consentToInformational: 'recorded',
} as const;

function askLaw({ attempt: { number: toNumber } }: PlannedAttempt, at: Date, calls: Iterable<PlacedCall>) {
  const dials = [...calls].filter((each) => each.number === toNumber);
  const answer = mayDial({
    ...{ purpose: 'marketing' as const, toNumber, at, consents, checkedLists, hasDisclosure: true, operator },
    dials: dials.map(({ atMs }) => ({ at: new Date(atMs).toISOString() })),
  });
  if (answer.allowed) return undefined;
  if (!answer.notBefore) throw new Error(`${toNumber}: ${answer.reason}`);
  return { dueAt: answer.notBefore, reason: answer.reason };
}

/** Numbers from 0 to 1 that follow from a seed (Park and Miller). */
function randomOf(seed: number): () => number {
  let state = (Math.abs(seed) % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** The minute of the day and the day of the week, in a zone. */
function localTime(zone: string, ms: number) {
  const format = {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  const [weekday = '', time = ''] = new Date(ms).toLocaleString('en-US', format).split(' ');
  return { weekday, time };
}

it('calls 2,000 contacts in 14 zones over the end of daylight saving, each in time, none twice, with crashes', async () => {
  const world = new CampaignWorld(table, START);
  const random = randomOf(seedFor('week'));
  const crash = () => {
    if (random() < 1 / 50) throw new Crash();
  };
  world.mayCrash = crash;
  world.forbid = (planned, now) =>
    isStopped(planned.attempt.number) && planned.recipient.attempts.length > 0
      ? STOPPED
      : askLaw(planned, now, world.calls.values());
  world.answer = ({ to_number, attempts }) => {
    const result = scriptOf(to_number)[attempts.length] ?? 'reached';
    const callbackAt = new Date(world.nowMs + CALLBACK_MINUTES * MINUTE_MS).toISOString();
    return { result, isAbandoned: false, ...(result === 'callback' && { callbackAt }) };
  };
  const key = await world.create(SETTINGS, NUMBERS);
  await world.start(key);
  let isUnderWay = true;
  table.client.middlewareStack.add(
    (next) => async (request) => {
      if (isUnderWay && random() < 0.5) crash();
      const answer = await next(request);
      if (isUnderWay) crash();
      return answer;
    },
    { step: 'initialize', name: 'Crashes' },
  );
  let mostAtOnce = 0;
  for (let each = 0; each < (DAYS * 1440 * MINUTE_MS) / TICK_MS; each++) {
    await world.tick(TICK_MS).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
    isUnderWay = false;
    if (world.nowMs === PAUSE_MS) await world.change(key, 'paused', 'running');
    if (world.nowMs === RESUME_MS) await world.change(key, 'running', 'paused');
    isUnderWay = true;
    const active = [...world.calls.values()].filter(({ endMs }) => endMs > world.nowMs);
    mostAtOnce = Math.max(mostAtOnce, active.length);
  }
  isUnderWay = false;

  expect(await world.status(key)).toBe('finished');
  const calls = [...world.calls.values()];
  const outside = calls.filter(({ number, atMs }) =>
    (placeOfNumber(number)?.zones ?? ['none']).some((zone) => {
      const { weekday, time } = localTime(zone, atMs);
      const [from, to] = weekday === 'Sat' ? ['10:00', '16:00'] : ['09:00', '20:00'];
      return weekday === 'Sun' || time < from || time >= to;
    }),
  );
  expect(outside).toEqual([]);
  const paused = calls.filter(({ atMs }) => atMs > Number(PAUSE_MS) && atMs <= Number(RESUME_MS));
  expect(paused).toEqual([]);
  expect(calls.some(({ atMs }) => atMs > Number(RESUME_MS))).toBe(true);
  expect(mostAtOnce).toBeLessThanOrEqual(SETTINGS.concurrency);
  const byDay = Map.groupBy(calls, ({ atMs }) => new Date(atMs).toISOString().slice(0, 10));
  for (const ofDay of byDay.values()) expect(ofDay.length).toBeLessThanOrEqual(SETTINGS.calls_per_day);
  const byTick = Map.groupBy(calls, ({ atMs }) => atMs);
  for (const ofTick of byTick.values()) expect(ofTick.length).toBeLessThanOrEqual(SETTINGS.calls_per_minute);
  const recipients = await world.recipients(key);
  expect(recipients).toHaveLength(NUMBERS.length);
  const wrong = recipients.filter(({ to_number, state, attempts, outcome }) => {
    const script = scriptOf(to_number);
    const isAsScripted = attempts.map(({ result }) => result).join() === script.join();
    const end = isStopped(to_number) ? STOPPED.outcome : script.at(-1);
    return state !== 'done' || !isAsScripted || outcome !== end;
  });
  expect(wrong).toEqual([]);
  const attempted = recipients.flatMap(({ attempts }) => attempts.map(({ call_id }) => call_id));
  expect(attempted.sort()).toEqual([...world.calls.keys()].sort());
  for (const { attempts } of recipients)
    for (const [index, { at }] of attempts.entries()) {
      const { at: before = at, result = 'reached' } = attempts[index - 1] ?? {};
      const minutes = (Date.parse(at) - Date.parse(before)) / MINUTE_MS;
      expect(minutes).toBeGreaterThanOrEqual(DELAYS[result] ?? 0);
      const dayAgo = new Date(Date.parse(at) - 86_400_000).toISOString();
      expect(attempts.slice(0, index + 1).filter((each) => each.at > dayAgo).length).toBeLessThanOrEqual(2);
    }
  const progress = await world.progress(key);
  expect(progress).toMatchObject({ dialed: calls.length, done: NUMBERS.length });
}, 400_000);
