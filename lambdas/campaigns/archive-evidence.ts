import { gzipSync } from 'node:zlib';
import { callEvidence } from '../calls/model/law/evidence.ts';
import { loadEvidence } from '../calls/store/evidence.ts';
import { loadCalls } from '../calls/store/matching-calls.ts';
import { Bucket } from '../platform/bucket.ts';
import { systemClock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type { Table } from '../platform/table/table.ts';
import { RECORDINGS_URL } from '../platform/variables/resources.ts';
import { readVariable } from '../platform/variables/variable.ts';
import { visibleFields } from '../platform/visible-fields.ts';
import { ARCHIVE_TYPE, type ArchiveMessage, isFresh, type StoredArchive } from './model/report.ts';
import { archivePath, type CampaignKey } from './store/keys.ts';
import { loadCampaign, loadProgress, updateProgress } from './store/progress.ts';
import { findRecipients } from './store/recipients.ts';

/** Bytes beyond which a file is full: some 400,000 calls. */
const FULL_BYTES = 100_000_000;

/** Milliseconds after which the rest of an archive is left to the next receive. */
const PART_MS = 45_000;

/** Recipients of a page, and calls that are read at once: at their maximum size, they are 16 MB. */
const PAGE = 40;

/**
 * Adds the evidence of further recipients to an archive. Each run writes a file of its own, with the content of the last
 * one unless that is full; the state names the files.
 */
export async function archivePart(
  { user_id: userId, campaign_id: campaignId, archive_id }: ArchiveMessage,
  table: Table,
  partMs = PART_MS,
): Promise<undefined | { readonly retryAfterSeconds: number }> {
  const key = { userId, campaignId };
  const begunMs = systemClock().getTime();
  const before = await beginOrContinue(table, key, archive_id);
  if (!before) return undefined;
  const bucket = new Bucket(readVariable(RECORDINGS_URL));
  const last = before.files.at(-1);
  const former = last === undefined ? undefined : await bucket.get(archivePath(key, last), FULL_BYTES);
  const members = [typeof former === 'object' ? former : gzipSync('')];
  // If the last file is missing, all begins anew.
  let { after, calls, files } = former ? before : { after: undefined, calls: 0, files: [] };
  if (former !== 'too_large') files = files.slice(0, -1);
  do {
    const { items, next } = await findRecipients(table, key, { after, size: PAGE });
    const ids = items.flatMap(({ attempts }) => attempts.map(({ call_id }) => call_id));
    for (let start = 0; start < ids.length; start += PAGE) {
      const lines = await linesOf(table, userId, ids.slice(start, start + PAGE));
      if (lines.length > 0) members.push(gzipSync(lines.join('')));
      calls += lines.length;
    }
    after = next;
  } while (after !== undefined && systemClock().getTime() - begunMs < partMs);
  const file = newId();
  await bucket.put(archivePath(key, file), { contentType: ARCHIVE_TYPE, body: Buffer.concat(members) });
  const state = after === undefined ? 'ready' : 'preparing';
  files = [...files, file];
  const isStored = await storeArchive(table, key, before, { id: before.id, state, calls, files, after });
  return isStored && after !== undefined ? { retryAfterSeconds: 1 } : undefined;
}

/** The archive of a message; undefined if it is over, or there is another one. */
async function beginOrContinue(
  table: Table,
  key: CampaignKey,
  id: string,
): Promise<StoredArchive | undefined> {
  const [campaign, { evidence: stored }] = await Promise.all([
    loadCampaign(table, key),
    loadProgress(table, key),
  ]);
  if (stored?.id === id) return stored.state === 'preparing' ? stored : undefined;
  const now = systemClock();
  if (!campaign || (stored && isFresh(stored, now))) return undefined;
  const begun = { id, state: 'preparing' as const, calls: 0, files: [], updated_at: now.toISOString() };
  const isBegun = await updateProgress(table, key, {
    set: { evidence: begun },
    condition: 'attribute_not_exists(#evidence) OR #evidence.id = :before',
    names: { '#evidence': 'evidence' },
    values: { ':before': stored?.id ?? '' },
  });
  return isBegun ? begun : undefined;
}

async function linesOf(table: Table, userId: string, ids: readonly string[]): Promise<string[]> {
  const calls = await loadCalls(table, userId, ids);
  const all = await Promise.all(calls.map((call) => loadEvidence(table, call, systemClock())));
  return all.map((evidence) => `${JSON.stringify(visibleFields(callEvidence, evidence))}\n`);
}

/** Stores how far an archive is, unless another run did. */
const storeArchive = (
  table: Table,
  key: CampaignKey,
  { id, updated_at }: StoredArchive,
  next: Omit<StoredArchive, 'updated_at'>,
) =>
  updateProgress(table, key, {
    set: { evidence: { ...next, updated_at: systemClock().toISOString() } },
    condition: '#evidence.id = :id AND #evidence.updated_at = :before',
    names: { '#evidence': 'evidence' },
    values: { ':id': id, ':before': updated_at },
  });
