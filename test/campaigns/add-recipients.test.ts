// Recipients of files and requests: faults on the way, and bounds.
import { v7 } from 'uuid';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { updateCampaign } from '../../lambdas/campaigns/endpoints/campaigns.ts';
import { importPart } from '../../lambdas/campaigns/import-recipients.ts';
import { MAX_RECIPIENTS } from '../../lambdas/campaigns/model/recipient.ts';
import { type CampaignKey, progressKey } from '../../lambdas/campaigns/store/keys.ts';
import { updateProgress, wakeAt } from '../../lambdas/campaigns/store/progress.ts';
import { Bucket } from '../../lambdas/platform/bucket.ts';
import { deleteItem, queryPages } from '../../lambdas/platform/table/items.ts';
import { recordKey } from '../../lambdas/platform/table/keys.ts';
import type { Table } from '../../lambdas/platform/table/table.ts';
import { interposed } from '../support/table/interposed.ts';
import { tableOfFile } from '../support/table/table.ts';
import { CampaignWorld } from './campaign-world.ts';

const table = await tableOfFile();
vi.stubEnv('RECORDINGS_URL', 'https://bucket.example.com');
afterEach(() => vi.restoreAllMocks());

/** A campaign with an import that is to begin. */
async function importOf(file: () => Promise<Buffer>) {
  vi.spyOn(Bucket.prototype, 'get').mockImplementation(file);
  const deleted = vi.spyOn(Bucket.prototype, 'delete').mockResolvedValue();
  const world = new CampaignWorld(table, new Date().toISOString());
  const key = await world.create({}, []);
  const import_id = v7();
  const state = { id: import_id, rows: 0, accepted: 0, refused: 0, state: 'running' };
  await updateProgress(table, key, { set: { import: state } });
  const message = { user_id: key.userId, campaign_id: key.campaignId, import_id };
  return { world, key, deleted, run: (by: Table = table) => importPart(message, by) };
}

const FILE = 'to_number\n+12125550001\n+12125550002\n';

const itemsOf = async (key: CampaignKey) => {
  const values = { ':pk': progressKey(key).pk };
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: values };
  for await (const page of queryPages(table, query)) return page;
  return [];
};

describe('an import', () => {
  it('that dies three times fails with the reason', async () => {
    const { world, key, deleted, run } = await importOf(() => Promise.reject(new Error('Out of memory.')));
    for (let each = 0; each < 3; each++) await run().catch(() => {});
    const before = (await world.progress(key)).import;

    await run();

    expect(before).toMatchObject({ state: 'running' });
    expect((await world.progress(key)).import).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('upload it again'),
    });
    expect(deleted).toHaveBeenCalledOnce();
  });

  it('fails, and a request is refused, if the campaign would have too many recipients', async () => {
    const { world, key, run } = await importOf(async () => Buffer.from(FILE));
    await updateProgress(table, key, { set: { recipients: MAX_RECIPIENTS } });

    await run();

    const reason = expect.stringContaining('at most 1000000 recipients');
    expect((await world.progress(key)).import).toMatchObject({ state: 'failed', reason });
    await expect(update(key, table)).rejects.toThrow('at most 1000000 recipients');
    expect(await world.recipients(key)).toEqual([]);
  });

  it('has its room while a request adds others, and counts only who was accepted', async () => {
    const { world, key, run } = await importOf(async () => Buffer.from(`${FILE}wrong\n`));
    await updateProgress(table, key, { set: { recipients: MAX_RECIPIENTS - 3 } });
    let meanwhile: Promise<unknown> | undefined;
    const slow = interposed(table, async ({ input }) => {
      if (!JSON.stringify(input).includes('RECIPIENT#')) return;
      meanwhile ??= update(key, table).catch(String);
      await meanwhile;
    });

    await run(slow);
    const answer = await update(key, table);

    expect(await meanwhile).toContain('no room for 1 more');
    expect(answer).toMatchObject({ refused: [{ type: 'repeated_number' }] });
    expect(await world.progress(key)).toMatchObject({
      recipients: MAX_RECIPIENTS - 1,
      import: { state: 'done', accepted: 2, refused: 1 },
    });
  });
});

it('keeps a campaign from finishing while recipients are added', async () => {
  const world = new CampaignWorld(table, new Date().toISOString());
  const key = await world.create({}, []);
  await world.start(key);
  await world.tick();
  const isEmpty = (await world.progress(key)).empty_since;
  let wasEmpty = isEmpty;
  const by = interposed(table, async ({ input }) => {
    if (JSON.stringify(input).includes('RECIPIENT#')) wasEmpty = (await world.progress(key)).empty_since;
  });

  await update(key, by);

  expect(isEmpty).toBeDefined();
  expect(wasEmpty).toBeUndefined();
});

const update = ({ userId, campaignId: id }: CampaignKey, by: Table) =>
  updateCampaign().run(
    { userId, query: { id }, body: { recipients: [{ to_number: '+12125550001' }] } } as never,
    { table: by, now: () => new Date(), newId: v7 } as never,
  );

it.each([
  'an import',
  'an import that dies, and is repeated',
  'a request',
])('%s leaves nothing in a campaign that was deleted and forgotten meanwhile', async (name) => {
  const { world, key, run } = await importOf(async () => Buffer.from(FILE));
  const forget = async () => {
    await deleteItem(table, recordKey(key.userId, 'campaign', key.campaignId));
    await updateProgress(table, key, { set: wakeAt(world.now()) });
    await world.tick();
    expect(await itemsOf(key)).toEqual([]);
  };
  let forgotten: Promise<void> | undefined;
  const slow = interposed(table, async ({ input }) => {
    const isWrite = JSON.stringify(input).includes('RECIPIENT#');
    if (isWrite) {
      forgotten ??= forget();
      await forgotten;
    } else if (forgotten && name.includes('dies')) throw new Error('Dead.');
  });

  await (name === 'a request' ? update(key, slow) : run(slow).catch(() => run()));
  expect(await itemsOf(key)).not.toEqual([]);
  await world.tick();

  expect(await itemsOf(key)).toEqual([]);
});
