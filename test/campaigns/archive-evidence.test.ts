import { gunzipSync } from 'node:zlib';
import { v7 } from 'uuid';
import { afterEach, expect, it, vi } from 'vitest';
import { archivePart } from '../../lambdas/campaigns/archive-evidence.ts';
import { archivePath, recipientKey } from '../../lambdas/campaigns/store/keys.ts';
import { Bucket } from '../../lambdas/platform/bucket.ts';
import { putItem, updateItem } from '../../lambdas/platform/table/items.ts';
import { recordKey } from '../../lambdas/platform/table/keys.ts';
import { storedCall } from '../support/table/stored-call.ts';
import { tableOfFile } from '../support/table/table.ts';
import { CampaignWorld } from './campaign-world.ts';

const table = await tableOfFile();
vi.stubEnv('RECORDINGS_URL', 'https://bucket.example.com');
afterEach(() => vi.restoreAllMocks());

/** A campaign whose recipients were called once, and the run of its archive, a page a time. */
async function calledCampaign(recipients: number) {
  const files = new Map<string, Buffer>();
  vi.spyOn(Bucket.prototype, 'get').mockImplementation(async (path) => files.get(path));
  const put = vi.spyOn(Bucket.prototype, 'put').mockImplementation(async (path, { body }) => {
    files.set(path, body);
  });
  const world = new CampaignWorld(table, '2026-12-01T15:00:00Z');
  const numbers = Array.from({ length: recipients }, (_, index) => `+1212555${1000 + index}`);
  const key = await world.create({}, numbers);
  const { userId: user_id } = key;
  const calls = numbers.map((to_number) => storedCall({ id: v7(), user_id, to_number, messages: SAID }));
  await Promise.all(
    calls.map(async (call) => {
      const attempts = [{ call_id: call.id, number: call.to_number, at: call.created_at }];
      await putItem(table, { ...recordKey(user_id, 'call', call.id), ...call });
      await updateItem(table, recipientKey(key, call.to_number), { set: { attempts } });
    }),
  );
  const message = { user_id, campaign_id: key.campaignId, archive_id: v7() };
  const state = async () => (await world.progress(key)).evidence;
  const run = (changes = {}) => archivePart({ ...message, ...changes }, table, 0);
  return { key, calls, files, put, state, run };
}

const SAID = [{ sender: 'human' as const, text: 'A secret.', timestamp: '2026-12-01T15:00:00.000Z' }];

it('archives the evidence of each call once and without its words, in parts, also after a crash', async () => {
  const { key, calls, files, put, state, run } = await calledCampaign(100);
  await run();
  const store = put.getMockImplementation()!;
  put.mockImplementationOnce(async (path, file) => {
    await store.call(new Bucket(''), path, file);
    throw new Error('The function dies before the state is stored.');
  });
  await expect(run()).rejects.toThrow();
  const begun = await state();
  const other = await run({ archive_id: v7() });

  const answers = [await run(), await run(), await run()];

  const ready = await state();
  const [file = ''] = ready!.files;
  const text = gunzipSync(files.get(archivePath(key, file))!).toString();
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(begun).toMatchObject({ state: 'preparing', calls: 40 });
  expect(other).toBeUndefined();
  expect(answers).toEqual([{ retryAfterSeconds: 1 }, undefined, undefined]);
  expect(ready).toMatchObject({ state: 'ready', calls: 100 });
  expect(lines.map(({ call }) => call.id)).toEqual(calls.map(({ id }) => id));
  expect(text).not.toContain('secret');
});

it('makes an empty file of a campaign without calls', async () => {
  const { key, files, state, run } = await calledCampaign(0);
  await run();
  const [file = ''] = (await state())!.files;
  expect(gunzipSync(files.get(archivePath(key, file))!)).toHaveLength(0);
});

it.each([
  ['begins another file where one is full', 'too_large', [40, 1]],
  ['begins anew if its file is missing', undefined, [40]],
] as const)('%s', async (_, answer, lines) => {
  const { key, files, state, run } = await calledCampaign(41);
  await run();
  vi.spyOn(Bucket.prototype, 'get').mockResolvedValueOnce(answer);
  await run();
  const made = (await state())!.files.map((file) => gunzipSync(files.get(archivePath(key, file))!));
  expect(made.map((text) => text.toString().trim().split('\n').length)).toEqual(lines);
});
