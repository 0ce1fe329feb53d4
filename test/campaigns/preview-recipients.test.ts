import { v7 } from 'uuid';
import { beforeEach, expect, it, vi } from 'vitest';
import type { StoredRecipient } from '../../lambdas/campaigns/model/recipient.ts';
import { placeAttempts } from '../../lambdas/campaigns/requests/place-attempts.ts';
import { previewRecipients } from '../../lambdas/campaigns/requests/preview-recipients.ts';
import { contactKey, recipientKey } from '../../lambdas/campaigns/store/keys.ts';
import { freshSource } from '../../lambdas/platform/ids.ts';
import { putItem, updateItem } from '../../lambdas/platform/table/items.ts';
import { makeAgent } from '../support/scene.ts';
import { FunctionApi } from '../support/service/function-api.ts';
import { FunctionClient } from '../support/service/function-client.ts';
import { addHeldNumber } from '../support/table/held-number.ts';
import { CampaignWorld, MINUTE_MS } from './campaign-world.ts';

const functions = await FunctionApi.ofFile();
const { table, user: userId } = functions;
const from_number = '+15550002222';
await addHeldNumber(functions, from_number);
const settings = { disclosure: 'I am a machine.' };
const agent = (await makeAgent(new FunctionClient(functions), { settings })).agent.id;

beforeEach(() => {
  vi.stubEnv('LAW_MODE', 'enforce');
  vi.stubEnv('LAW_PERMITTED_PLACES', '*');
  vi.stubEnv('LAW_QUIET_HOURS', '21:00-08:00');
});

const LATE = '+12125550001';
const UNASKED = '+12125550002';
const LISTED = '+12125550003';
const SHARED = '+12125550004';
const WESTERN = '+12135550005';
const TOLL_FREE = '+18005550006';

const every = (window: string) => ({ weekdays: [window], saturday: [window], sunday: [window] });
const consentOf = (phone_number: string) => ({
  ...{ phone_number, purpose: 'informational', written: true, artificial_voice: true },
  ...{ words: 'Yes.', source: 'Form', at: '2020-01-01T00:00:00Z' },
});
const TICK_MS = 10 * MINUTE_MS;

/** A campaign that begins at half past seven in New York. */
async function campaignWith(hours: object, numbers: readonly string[]) {
  const world = new CampaignWorld(table, '2026-12-01T12:30:00Z');
  const recipients = numbers.map((to_number) => ({ to_number }));
  const body = { name: 'Test', agent, from_number, hours, recipients };
  const { id } = await functions.created('campaigns', body);
  const key = { userId, campaignId: id };
  const set = { reconcile_at: world.now().toISOString() };
  await Promise.all(numbers.map((number) => updateItem(table, recipientKey(key, number), { set })));
  const source = { ...freshSource(world.now), newId: world.newId };
  const campaign = (await world.campaign(key))!;
  const preview = async () => previewRecipients(table, campaign, await world.recipients(key), source);
  const place: CampaignWorld['place'] = (...args) => placeAttempts(table, ...args, source);
  Object.assign(world, { place, resultOf: async () => undefined });
  return { world, key, preview };
}

it('says of each recipient what the ticks then do, and changes none', async () => {
  const consents = [LATE, LISTED, SHARED, WESTERN, TOLL_FREE].map(consentOf);
  await functions.created('consents', { consents });
  await functions.run('do-not-call/add', { body: { phone_numbers: [LISTED], reason: 'They wrote.' } });
  await putItem(table, {
    ...contactKey(userId, SHARED),
    ...{ campaign_id: v7(), until: '2026-12-01T15:00:00.000Z' },
  });
  const numbers = [LATE, UNASKED, LISTED, SHARED, WESTERN, TOLL_FREE];
  const { world, key, preview } = await campaignWith(every('07:00-20:00'), numbers);
  const before = await world.recipients(key);

  const previewed = await preview();
  const after = await world.recipients(key);
  await world.start(key);
  await world.ticks(30, TICK_MS);

  const real = await world.recipients(key);
  expect(after).toEqual(before);
  expect(previewed.map((each) => [each.to_number, each.outcome ?? dueAt(each), each.rule])).toEqual([
    [LATE, '13:00', 'quiet_hours'],
    [UNASKED, 'refused', 'consent'],
    [LISTED, 'do_not_call', undefined],
    [SHARED, '15:00', undefined],
    [WESTERN, '17:00', 'hours'],
    [TOLL_FREE, 'refused', undefined],
  ]);
  for (const [at, { outcome, reason, rule, reconcile_at: due = '' }] of previewed.entries())
    if (outcome === undefined) {
      const lateMs = Date.parse(real[at]!.attempts[0]!.at) - Date.parse(due);
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(lateMs).toBeLessThanOrEqual(TICK_MS);
    } else
      expect(real[at]).toMatchObject({ state: 'done', attempts: [], outcome, reason, ...(rule && { rule }) });
});

const dueAt = ({ reconcile_at }: StoredRecipient) => reconcile_at?.slice(11, 16);

it('says that the hours of the campaign and of the operator never fit', async () => {
  await functions.created('consents', { consents: [consentOf(LATE)] });
  const { preview } = await campaignWith(every('21:00-23:00'), [LATE]);
  expect(await preview()).toMatchObject([
    { outcome: 'refused', reason: expect.stringContaining('never fit') },
  ]);
});

it('refuses a preview of a campaign that cannot call', async () => {
  const body = { name: 'Test', agent, from_number: '+15550003333' };
  const { id } = await functions.created('campaigns', body);
  const answer = await functions.run('campaigns/recipients', { query: { id, preview: 'true' } });
  expect(answer).toMatchObject({ status: 409, body: { detail: [{ type: 'cannot_call' }] } });
});
