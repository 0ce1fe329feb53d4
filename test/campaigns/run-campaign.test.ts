import { describe, expect, it } from 'vitest';
import { readRow } from '../../lambdas/campaigns/model/read-rows.ts';
import { CannotCall, runCampaign } from '../../lambdas/campaigns/run-campaign.ts';
import { updateProgress, WrongStatus } from '../../lambdas/campaigns/store/progress.ts';
import { addRecipients, findRefused } from '../../lambdas/campaigns/store/recipients.ts';
import { deleteItem } from '../../lambdas/platform/table/items.ts';
import { recordKey } from '../../lambdas/platform/table/keys.ts';
import { interposed } from '../support/table/interposed.ts';
import { tableOfFile } from '../support/table/table.ts';
import { CampaignWorld, MINUTE_MS, reached } from './campaign-world.ts';

const table = await tableOfFile();
const START = '2026-12-01T15:00:00Z';
const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `+1212555${String(index + from).padStart(4, '0')}`);
const worldOf = () => new CampaignWorld(table, START);

describe('a campaign', () => {
  it('calls everybody once, and finishes', async () => {
    const world = worldOf();
    const key = await world.create({}, numbers(25));
    await world.start(key);

    await world.ticks(10);

    expect(await world.status(key)).toBe('finished');
    expect(world.calls.size).toBe(25);
    expect(await world.progress(key)).toMatchObject({
      done: 25,
      dialed: 25,
      reached: 25,
      result_reached: 25,
      'cost_2026-12-01': 2.5,
      'seconds_2026-12-01': 2250,
    });
  });

  it('starts once', async () => {
    const world = worldOf();
    const key = await world.create({}, numbers(1));
    const both = await Promise.allSettled([world.start(key), world.start(key)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expect.any(WrongStatus),
    });
  });

  it.each([
    ['budget', { budget: 0.35 }, reached],
    ['failures', { most_failures_in_row: 5 }, { result: 'failed' as const, isAbandoned: false }],
    ['abandoned', {}, { result: 'reached' as const, isAbandoned: true }],
  ])('pauses because of %s, and goes on when it is resumed', async (reason, settings, answer) => {
    const world = worldOf();
    world.answer = () => answer;
    const key = await world.create(settings, numbers(60));
    await world.start(key);

    await world.ticks(12);
    const paused = await world.campaign(key);
    const placed = world.calls.size;
    await world.ticks(3);

    expect(paused).toMatchObject({ status: 'paused', paused_because: reason });
    expect(placed).toBeLessThan(60);
    expect(world.calls.size).toBe(placed);
  });

  it('pauses if its agent cannot be used, and calls nobody', async () => {
    const world = worldOf();
    world.place = async () => Promise.reject(new CannotCall('No such agent.'));
    const key = await world.create({}, numbers(3));
    await world.start(key);
    await world.ticks(5);
    expect(await world.campaign(key)).toMatchObject({ status: 'paused', paused_because: 'agent' });
    const [first] = await world.recipients(key);
    expect(first).toMatchObject({ state: 'waiting', attempts: [] });
  });

  it('learns of a call whose end nothing reported, and ends what waits when it is deleted', async () => {
    const world = worldOf();
    world.report = async () => {};
    const key = await world.create({ calls_per_minute: 1 }, numbers(2));
    await world.start(key);
    await world.ticks(3);
    expect((await world.recipients(key)).filter(({ state }) => state === 'done')).toHaveLength(1);

    await deleteItem(table, recordKey(world.userId, 'campaign', key.campaignId));
    await world.ticks(2);

    expect(await world.recipients(key)).toEqual([]);
    expect(world.calls.size).toBeLessThanOrEqual(2);
  });

  it.each([
    ['counts, once it was seen', MINUTE_MS, { state: 'done', attempts: [{ result: 'failed' }] }],
    ['is created anew, if it never was', 0, { state: 'calling', attempts: [{}] }],
  ])('whose call is missing: it %s', async (_, seenAfterMs, expected) => {
    const world = worldOf();
    world.answer = () => 'never ends';
    const key = await world.create({ attempts: { most: 1 } }, numbers(1));
    await world.start(key);
    await world.tick();
    if (seenAfterMs > 0) await world.ticks(3, seenAfterMs);
    world.calls.clear();

    await world.ticks(8);

    expect(await world.recipients(key)).toMatchObject([expected]);
    expect(world.calls.size).toBe(seenAfterMs > 0 ? 0 : 1);
  });

  it('is woken by a resumption during the last look at it', async () => {
    const world = worldOf();
    const key = await world.create({}, numbers(1));
    await world.start(key);
    await world.change(key, 'paused', 'running');
    let queries = 0;
    const slow = interposed(table, async (command) => {
      if (command.input.IndexName && queries++ === 0) await world.change(key, 'running', 'paused');
    });

    await runCampaign(key, Object.assign(Object.create(world), { table: slow }));
    await world.ticks(4);

    expect(world.calls.size).toBe(1);
  });

  it('rests until somebody is due, for ten minutes at most', async () => {
    const world = worldOf();
    world.answer = () => ({ result: 'busy', isAbandoned: false });
    const key = await world.create({ attempts: { most: 2, busy_minutes: 16 } }, numbers(1));
    await world.start(key);
    const looks: unknown[] = [];
    for (let minute = 1; minute <= 25; minute += 1) {
      await world.tick();
      const { reconcile_at } = await world.progress(key);
      looks.push((Date.parse(String(reconcile_at)) - Date.parse(START)) / MINUTE_MS);
    }

    expect(await world.status(key)).toBe('finished');
    // The call of the first minute ends in the third.
    expect(looks.slice(0, 4)).toEqual([1.5, 2.5, 13, 13]);
    expect(looks.slice(12, 18)).toEqual([19, 19, 19, 19, 19, 19]);
    expect([...world.calls.values()].map(({ atMs }) => (atMs - Date.parse(START)) / MINUTE_MS)).toEqual([
      1, 19,
    ]);
  });

  it('neither rests nor finishes while the index hides who is called or waits', async () => {
    let hidden = '';
    const hiding = interposed(table, ({ input }) =>
      input.IndexName && hidden && JSON.stringify(input).includes(hidden) ? { Items: [] } : undefined,
    );
    const world = new CampaignWorld(hiding, START);
    world.answer = () => ({ result: 'busy', isAbandoned: false });
    const key = await world.create({ attempts: { most: 2, busy_minutes: 5 } }, numbers(1));
    await updateProgress(table, key, { add: { recipients: 1 } });
    await world.start(key);

    hidden = '#CALLING"';
    await world.tick();
    expect(await world.progress(key)).not.toHaveProperty('empty_since');
    hidden = `${key.campaignId}"`;
    await world.ticks(5);
    expect(await world.status(key)).toBe('running');
    hidden = '';
    await world.ticks(25);
    expect(await world.status(key)).toBe('finished');
    expect(world.calls.size).toBe(2);
  });

  it('leaves a contact to the campaign that called first, for a time', async () => {
    const world = worldOf();
    const settings = { contact_gap_hours: 2, calls_per_minute: 100, concurrency: 100 };
    const first = await world.create(settings, numbers(1));
    const second = await world.create(settings, numbers(2));
    await world.start(first);
    await world.ticks(1);
    await world.start(second);
    await world.ticks(6, 10 * MINUTE_MS);
    const waits = (await world.recipients(second)).map(({ state }) => state);
    await world.ticks(10, 10 * MINUTE_MS);

    expect(waits).toEqual(['waiting', 'done']);
    expect(await world.status(second)).toBe('finished');
    expect(world.calls.size).toBe(3);
  });

  it('calls later, or never, whom the law forbids to call', async () => {
    const world = worldOf();
    const [later, never] = numbers(2);
    const dueAt = new Date('2026-12-01T16:00:00Z');
    world.forbid = ({ attempt: { number } }, now) => {
      if (number === never) return { outcome: 'refused', reason: 'No consent.' };
      return number === later && now < dueAt ? { dueAt, reason: 'Too early.' } : undefined;
    };
    const key = await world.create({}, numbers(3));
    await world.start(key);
    await world.ticks(10, 10 * MINUTE_MS);
    expect((await world.recipients(key)).map(({ outcome, attempts }) => [outcome, attempts.length])).toEqual([
      ['reached', 1],
      ['refused', 0],
      ['reached', 1],
    ]);
    expect(
      Math.min(...[...world.calls.values()].filter(({ number }) => number === later).map(({ atMs }) => atMs)),
    ).toBeGreaterThanOrEqual(dueAt.getTime());
  });
});

it('stores each number once, and a repeated file changes nothing', async () => {
  const world = worldOf();
  const key = await world.create({}, []);
  const rows = Array.from({ length: 500 }, (_, index) => readRow({ to_number: '+12125550001' }, index + 1));
  const add = () => addRecipients(table, key, { rows, source: 'file', now: world.now() });

  const refused = await add();
  const again = await add();

  expect(refused).toHaveLength(499);
  expect(refused[0]).toMatchObject({
    line: 2,
    type: 'repeated_number',
    msg: expect.stringContaining('line 1'),
  });
  expect(again).toEqual(refused);
  expect(await world.recipients(key)).toMatchObject([{ line: 1 }]);
});

it('stores 1,000 refused rows of a file, and counts all', async () => {
  const world = worldOf();
  const key = await world.create({}, []);
  const rows = Array.from({ length: 30 }, (_, index) => readRow({}, index + 1));
  const given = { rows, source: 'file', now: world.now(), refusedBefore: 990 };

  const refused = await addRecipients(table, key, given);

  expect(refused).toHaveLength(30);
  const { items } = await findRefused(table, key, { after: undefined, size: 100 });
  expect(items.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
