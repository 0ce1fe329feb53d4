import * as z from 'zod/mini';
import { Bucket } from '../platform/bucket.ts';
import { systemClock } from '../platform/clock.ts';
import { ownQueue, recordings, tableAccess } from '../platform/grants.ts';
import { messageConsumer } from '../platform/queue.ts';
import { postponeIn } from '../platform/queues.ts';
import { stackTable, type Table } from '../platform/table/table.ts';
import { RECORDINGS_URL } from '../platform/variables/resources.ts';
import { readVariable } from '../platform/variables/variable.ts';
import { defineWorker, workerHandler } from '../platform/worker.ts';
import { archivePart } from './archive-evidence.ts';
import { readRows, textOf } from './model/read-rows.ts';
import { MAX_ROWS, noRoomFor, type RecipientRow } from './model/recipient.ts';
import {
  archiveMessage,
  type CampaignImport,
  type ImportMessage,
  importMessage,
  MAX_BYTES,
} from './model/report.ts';
import { importQueue } from './queues.ts';
import { type CampaignKey, uploadPath } from './store/keys.ts';
import { loadCampaign, loadProgress, reservation, updateProgress, wakeAt } from './store/progress.ts';
import { addRecipients } from './store/recipients.ts';

export const importRecipientsWorker = defineWorker({
  stack: 'Api',
  id: 'CampaignImports',
  description: 'Imports recipients of campaigns, and archives evidence of their calls',
  trigger: {
    by: 'queue',
    queue: importQueue,
    visibility: { seconds: 240, because: 'A user waits for the import or archive.' },
    // Each part of a large file is a receive.
    maxAttempts: 50,
    deadLetterImpact: 'The recipients of a file are missing in a campaign, or its evidence is not archived.',
    maxConcurrency: 2,
  },
  grants: [
    tableAccess(['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem']),
    recordings(['GetObject', 'PutObject', 'DeleteObject']),
    ownQueue(importQueue),
  ],
  timeoutSeconds: 120,
  memory: 1024,
  handlesCalls: false,
});

const PAGE = 1000;

/** Times that an import begins without storing rows, after which it fails: the function may have died each time. */
const MAX_TRIES = 3;
const FAILED_OFTEN = 'The file could not be read; upload it again, in smaller files.';

/** Milliseconds after which the rest of a file is left to the next receive. */
const PART_MS = 90_000;

/** Imports a part of a file. A row that is imported again changes nothing. */
export async function importPart(
  { user_id: userId, campaign_id: campaignId, import_id }: ImportMessage,
  table: Table,
): Promise<undefined | { readonly retryAfterSeconds: number }> {
  const key = { userId, campaignId };
  const path = uploadPath(key, import_id);
  const bucket = new Bucket(readVariable(RECORDINGS_URL));
  const begunMs = systemClock().getTime();
  const [campaign, progress] = await Promise.all([loadCampaign(table, key), loadProgress(table, key)]);
  const { import: stored, import_tries: tries, import_reserved: before } = progress;
  const running = stored?.id === import_id && stored.state === 'running' ? stored : undefined;
  if (campaign && !running) return undefined;
  let state = campaign && running && (await storeImport(table, key, running, { tries: tries + 1 }));
  if (state) {
    const found = tries < MAX_TRIES ? rowsOf(await bucket.get(path, MAX_BYTES)) : FAILED_OFTEN;
    const hasRoom =
      typeof found === 'string' || before > 0 || (await reserve(table, key, state, found.length));
    const rows = hasRoom ? found : noRoomFor(found.length);
    const isRefused = typeof rows === 'string';
    const reserved = isRefused ? before : rows.length;
    while (state && !isRefused && state.rows < rows.length) {
      if (systemClock().getTime() - begunMs > PART_MS) return { retryAfterSeconds: 1 };
      state = await importPage(table, key, rows, state);
    }
    const end = isRefused ? { state: 'failed' as const, reason: rows } : { state: 'done' as const };
    state &&= await storeImport(table, key, { ...state, ...end }, { reserved });
  }
  // The tick deletes what was stored after the campaign was deleted.
  if (!state) await updateProgress(table, key, { set: wakeAt(systemClock()) });
  await bucket.delete(path);
  return undefined;
}

/** The rows of a file, or why it has none. */
function rowsOf(file: Buffer | 'too_large' | undefined): RecipientRow[] | string {
  if (file === undefined) return 'No file was uploaded.';
  if (file === 'too_large') return `A file may have at most ${MAX_BYTES / 1e6} MB.`;
  const rows = readRows(textOf(file));
  if (rows.length > MAX_ROWS) return `A file may have at most ${MAX_ROWS} rows.`;
  return rows.length > 0 ? rows : 'The file has no rows.';
}

/** Reserves room for the rows of an import, once. False if the campaign has none. */
async function reserve(table: Table, key: CampaignKey, { id }: CampaignImport, rows: number) {
  const { condition, values, add } = reservation(rows);
  const isReserved = await updateProgress(table, key, {
    ...{ add, set: { import_reserved: rows }, names: { '#import': 'import' } },
    condition: `${condition} AND attribute_not_exists(import_reserved) AND #import.id = :id`,
    values: { ...values, ':id': id },
  });
  return isReserved || (await loadProgress(table, key)).import_reserved > 0;
}

async function importPage(
  table: Table,
  key: CampaignKey,
  rows: readonly RecipientRow[],
  state: CampaignImport,
): Promise<CampaignImport | undefined> {
  const page = rows.slice(state.rows, state.rows + PAGE);
  const given = { rows: page, source: state.id, now: systemClock(), refusedBefore: state.refused };
  const refused = await addRecipients(table, key, given);
  return storeImport(table, key, {
    ...state,
    rows: state.rows + page.length,
    accepted: state.accepted + page.length - refused.length,
    refused: state.refused + refused.length,
  });
}

/** Stores how far an import is; undefined if it is over, or the campaign deleted. At its end, the count is corrected. */
async function storeImport(
  table: Table,
  key: CampaignKey,
  state: CampaignImport,
  { tries = 0, reserved = 0 } = {},
) {
  const isOver = state.state !== 'running';
  const isStored = await updateProgress(table, key, {
    set: { import: state, import_tries: tries, ...wakeAt(systemClock()) },
    ...(isOver && { add: { recipients: state.accepted - reserved }, remove: ['import_reserved'] }),
    condition: '#import.id = :id AND #import.#state = :running',
    names: { '#import': 'import', '#state': 'state' },
    values: { ':id': state.id, ':running': 'running' },
  });
  return isStored ? state : undefined;
}

export const handler = workerHandler(
  importRecipientsWorker,
  messageConsumer({
    step: 'import-recipients',
    read: (json) => z.union([importMessage, archiveMessage]).parse(json),
    handle: (message) =>
      'archive_id' in message ? archivePart(message, stackTable()) : importPart(message, stackTable()),
    postpone: postponeIn(importQueue),
  }),
);
