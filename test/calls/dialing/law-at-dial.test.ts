// What the law decides just before a call is dialed, on the dial function's own clock.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { dialsKey } from '../../../lambdas/calls/store/keys.ts';
import type { StoredConsent } from '../../../lambdas/consents/model/consent.ts';
import { addConsents } from '../../../lambdas/consents/store/consents.ts';
import { readItem } from '../../../lambdas/platform/table/items.ts';
import { DialingWorld } from '../../support/dialing-world.ts';
import { startSecrets } from '../../support/peers/secrets-server.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();
afterAll(await startSecrets());

const MIAMI = '+13055550100';
const settings = { ...storedCall().settings, disclosure: 'I am a machine.' };
const offer = { to_number: MIAMI, purpose: 'marketing' as const, settings };

/** A world that enforces the law, at a time of a later year. */
function worldAt(time: string, mode = 'enforce') {
  const world = new DialingWorld(table, { LAW_MODE: mode });
  world.nowMs = Date.parse(time);
  return world;
}

async function consent(user_id: string, overrides: Partial<StoredConsent> = {}) {
  const record: StoredConsent = {
    ...{ id: randomUUID(), user_id, phone_number: MIAMI, type: 'given', purpose: 'marketing' },
    ...{ words: 'Yes.', source: 'Form', recorded_by: null, at: '2026-01-01T00:00:00.000Z' },
    ...{ valid_until: null, written: true, artificial_voice: true, call_id: null },
    created_at: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
  await addConsents(table, [record]);
  return user_id;
}

const timesOf = (world: DialingWorld) => world.placed.map(({ atMs }) => new Date(atMs).toISOString());

it('a call that waited in the queue past closing time is dialed when the hours begin again', async () => {
  const world = worldAt('2027-06-02T00:00:01.000Z');
  const user = await consent(randomUUID());
  const call = await world.create(user, undefined, offer);

  await world.drain();

  expect(timesOf(world)).toEqual(['2027-06-02T12:00:00.000Z']);
  expect(await world.stored(call)).toMatchObject({
    dial_decision: { allowed: true, for_time: '2027-06-02T12:00:00.000Z', tables: [{}, { code: 'US-FL' }] },
  });
});

it('a call ends with the reason if its consent was withdrawn, or the wait is longer than a day', async () => {
  const world = worldAt('2027-06-03T16:00:00.000Z');
  const user = await consent(randomUUID());
  await consent(user, { type: 'withdrawn', purpose: null, at: '2027-06-01T00:00:00.000Z' });
  const withdrawn = await world.create(user, undefined, offer);
  const paris = { ...offer, to_number: '+33123456789' };
  const friday = await consent(randomUUID(), { phone_number: paris.to_number });
  world.nowMs = Date.parse('2027-06-04T18:00:00.000Z');
  const late = await world.create(friday, undefined, paris);

  await world.drain();

  expect(world.placed).toEqual([]);
  expect(await world.stored(withdrawn)).toMatchObject({
    ...{ status: 'error', stage_outcome: 'call_did_not_connect' },
    error_message: expect.stringContaining('need consent in writing'),
  });
  expect((await world.stored(late))?.error_message).toContain('2027-06-07T08:00:00.000Z');
});

it('three calls on a subject are dialed in 24 hours, however many come at once, and each counts once', async () => {
  const world = worldAt('2027-06-08T16:00:00.000Z');
  const user = await consent(randomUUID());
  const calls = [];
  for (let index = 0; index < 5; index++)
    calls.push(await world.create(user, undefined, { ...offer, subject: 'spring' }));
  // The vendor refuses one of them first, and its second attempt is the same call.
  world.busy.set(calls[0]!.id, 1);

  await world.pass(3600_000);
  const first = world.placed.length;
  await world.drain();

  expect([first, world.placed.length]).toEqual([3, 5]);
  const gaps = world.placed.map(({ atMs }, index) => atMs - (world.placed[index - 3]?.atMs ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(24 * 3600_000);
  const { dials } = (await readItem(table, dialsKey(user, MIAMI))) as { dials: unknown[] };
  expect(dials).toHaveLength(5);
});

it('a call that the law forbids is dialed where the operator only warns, with the decision', async () => {
  const world = worldAt('2027-06-12T04:00:00.000Z', 'warn');
  const call = await world.create(randomUUID(), undefined, offer);

  await world.drain();

  expect(world.placed).toHaveLength(1);
  expect(await world.stored(call)).toMatchObject({ dial_decision: { allowed: false, rule: 'consent' } });
});
