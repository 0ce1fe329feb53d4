import * as z from 'zod/mini';
import { PLATFORM_MODELS } from '../../agents/model/platform-models.ts';
import { recordUse } from '../../audit/store/audit-entries.ts';
import { reconcileSeconds } from '../../calls/model/settings.ts';
import { LAW_VARIABLES } from '../../calls/store/dial-permission.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { cursorOf, cursorText, linkHeader } from '../../http/page.ts';
import { idQuery, optionalParameter, pageSize } from '../../http/query/query-values.ts';
import { requireCallsScope } from '../../http/references.ts';
import { Reply } from '../../http/reply.ts';
import { Bucket } from '../../platform/bucket.ts';
import { id } from '../../platform/fields.ts';
import { recordings, sendTo } from '../../platform/grants.ts';
import { enqueue } from '../../platform/queues.ts';
import type { Table } from '../../platform/table/table.ts';
import { RECORDINGS_URL } from '../../platform/variables/resources.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import type { Campaign } from '../model/campaign.ts';
import { expectedEnd } from '../model/guards.ts';
import { recipient, refusedRecipient } from '../model/recipient.ts';
import {
  ARCHIVE_TYPE,
  type ArchiveMessage,
  campaignEvidence,
  campaignImportInput,
  campaignReport,
  campaignUpload,
  campaignUploadInput,
  type ImportMessage,
  isFresh,
  type StoredArchive,
} from '../model/report.ts';
import { importQueue } from '../queues.ts';
import { previewRecipients } from '../requests/preview-recipients.ts';
import { CannotCall } from '../run-campaign.ts';
import { archivePath, type CampaignKey, uploadPath } from '../store/keys.ts';
import {
  countsBy,
  loadCampaign,
  loadProgress,
  type Progress,
  totalsOf,
  updateProgress,
} from '../store/progress.ts';
import { findRecipients, findRefused } from '../store/recipients.ts';

const DEFAULT_SIZE = 50;

const flag = () => optionalParameter(z.literal('true'));

const page = () => ({
  id,
  size: pageSize(),
  cursor: z.optional(cursorOf(z.strictObject({ after: z.string().check(z.maxLength(100)) }))),
});

export const listRecipients = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/campaigns/recipients',
    summary: 'List the recipients of a campaign',
    query: z.lazy(() => z.strictObject({ ...page(), refused: flag(), preview: flag() })),
    response: z.lazy(() => z.array(z.union([recipient, refusedRecipient]))),
    responseHeaders: ['Link'],
    tableActions: ['GetItem', 'BatchGetItem', 'Query'],
    variables: [PLATFORM_MODELS, reconcileSeconds, ...LAW_VARIABLES],
    async run({ userId, query }, { table, ...source }) {
      const key = { userId, campaignId: query.id };
      const campaign = await requireCampaign(table, key);
      const { size = DEFAULT_SIZE, cursor, refused, preview } = query;
      const page = { after: cursor?.after, size };
      const linkTo = (next: string | undefined) => linkHeader(query, next && cursorText({ after: next }));
      if (refused) {
        const { items, next } = await findRefused(table, key, page);
        return new Reply(items, { link: linkTo(next) });
      }
      const { items: stored, next } = await findRecipients(table, key, page);
      const items = preview
        ? await previewRecipients(table, campaign, stored, source).catch(throwCannotCall)
        : stored;
      const dated = items.map((each) => ({ ...each, due_at: each.reconcile_at }));
      return new Reply(dated, { link: linkTo(next) });
    },
  });

function throwCannotCall(error: unknown): never {
  if (!(error instanceof CannotCall)) throw error;
  throw conflict(error.message, 'cannot_call');
}

/** Seconds for which a link is valid. */
const LINK_SECONDS = 3600;

export const uploadRecipients = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/campaigns/upload',
    summary: 'Get a link for a file of recipients',
    query: idQuery,
    body: campaignUploadInput,
    response: campaignUpload,
    tableActions: ['GetItem'],
    grants: [recordings(['PutObject'])],
    async run({ userId, query, body: { bytes } }, { table, now, newId }) {
      const key = { userId, campaignId: query.id };
      await requireCampaign(table, key);
      const importId = newId();
      const link = { now: now(), expiresInSeconds: LINK_SECONDS, bytes };
      const url = await new Bucket(readVariable(RECORDINGS_URL)).link(uploadPath(key, importId), link);
      const expires_at = new Date(now().getTime() + LINK_SECONDS * 1000).toISOString();
      return { upload: importId, url, expires_at };
    },
  });

export const importRecipients = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/campaigns/import',
    summary: 'Import an uploaded file of recipients',
    query: idQuery,
    body: campaignImportInput,
    response: campaignReport,
    tableActions: ['GetItem', 'PutItem', 'UpdateItem'],
    grants: [sendTo(importQueue)],
    async run({ userId, query, body: { upload: importId } }, { table, now }) {
      const key = { userId, campaignId: query.id };
      const campaign = await requireCampaign(table, key);
      if (!['draft', 'running', 'paused'].includes(campaign.status))
        throw conflict('The campaign is over; create another one.', 'wrong_status');
      const state = { id: importId, rows: 0, accepted: 0, refused: 0, state: 'running' as const };
      const isBegun = await updateProgress(table, key, {
        set: { import: state, import_tries: 0 },
        condition: 'attribute_not_exists(#import) OR NOT (#import.#state = :running OR #import.id = :id)',
        names: { '#import': 'import', '#state': 'state' },
        values: { ':running': 'running', ':id': importId },
      });
      const progress = await loadProgress(table, key);
      if (!isBegun && progress.import?.id !== importId)
        throw conflict(
          'Another file is being imported; wait until the report says that it is done.',
          'import_running',
        );
      // Also if it has begun: an earlier request may have ended before this.
      await recordUse(table, { userId, kind: 'campaign', recordId: query.id });
      const message: ImportMessage = { user_id: userId, campaign_id: query.id, import_id: importId };
      await enqueue(importQueue, message, { userId });
      return reportOf(campaign, progress, now());
    },
  });

export const getCampaignEvidence = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/campaigns/evidence',
    summary: 'Get the evidence of a campaign',
    query: idQuery,
    response: campaignEvidence,
    tableActions: ['GetItem'],
    grants: [sendTo(importQueue), recordings(['GetObject'])],
    async run({ userId, query: { id: campaignId }, grantedScopes }, { table, now, newId }) {
      requireCallsScope(grantedScopes, ['query']);
      const key = { userId, campaignId };
      await requireCampaign(table, key);
      const { evidence } = await loadProgress(table, key);
      const at = now();
      if (evidence && isFresh(evidence, at)) return archiveView(key, evidence, at);
      // The worker stores it; meanwhile, it ignores the messages of further requests.
      const message: ArchiveMessage = { user_id: userId, campaign_id: campaignId, archive_id: newId() };
      await enqueue(importQueue, message, { userId });
      return { state: 'preparing' as const, calls: 0, updated_at: at.toISOString() };
    },
  });

async function archiveView(key: CampaignKey, archive: StoredArchive, now: Date) {
  const { state, files } = archive;
  if (state !== 'ready') return archive;
  const link = { now, expiresInSeconds: LINK_SECONDS, contentType: ARCHIVE_TYPE };
  const bucket = new Bucket(readVariable(RECORDINGS_URL));
  const urls = await Promise.all(files.map((file) => bucket.link(archivePath(key, file), link)));
  return { ...archive, urls, expires_at: new Date(now.getTime() + LINK_SECONDS * 1000).toISOString() };
}

async function requireCampaign(table: Table, key: CampaignKey): Promise<Campaign> {
  const found = await loadCampaign(table, key);
  if (!found) throw notFound('campaign');
  return found;
}

const conflict = (msg: string, type: string) =>
  new ApiError('conflict', [{ loc: ['query', 'id'], msg, type }]);

export const reportCampaign = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/campaigns/report',
    summary: 'Get the progress of a campaign',
    query: idQuery,
    response: campaignReport,
    tableActions: ['GetItem'],
    async run({ userId, query }, { table, now }) {
      const key = { userId, campaignId: query.id };
      const [campaign, progress] = await Promise.all([requireCampaign(table, key), loadProgress(table, key)]);
      return reportOf(campaign, progress, now());
    },
  });

function reportOf(campaign: Campaign, progress: Progress, now: Date) {
  const { recipients, done } = progress;
  const end = campaign.status === 'running' && expectedEnd(campaign, { done, all: recipients }, now);
  return {
    ...campaign,
    ...progress,
    ...totalsOf(progress),
    dialed_by_day: countsBy(progress, 'dialed_'),
    cost_by_day: countsBy(progress, 'cost_'),
    seconds_by_day: countsBy(progress, 'seconds_'),
    ...(end && { expected_end: end.toISOString() }),
  };
}
