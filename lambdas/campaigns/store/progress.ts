import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { atMost, type FieldUpdate } from '../../platform/table/field-update.ts';
import { readItem, updateItem, updateOf } from '../../platform/table/items.ts';
import type { Key } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { getRecord } from '../../records/store/records.ts';
import { updatePlanned } from '../../records/store/update-record.ts';
import { OPEN_CALLS_INDEX } from '../../usage/store/keys.ts';
import { type Campaign, type CampaignStatus, campaignKind, counts, totals } from '../model/campaign.ts';
import { MAX_RECIPIENTS } from '../model/recipient.ts';
import { campaignImport, storedArchive } from '../model/report.ts';
import { CAMPAIGNS, type CampaignKey, progressKey } from './keys.ts';

const progress = z.looseObject({
  ...counts(),
  failures_in_row: z._default(z.number(), 0),
  import: z.optional(campaignImport),
  evidence: z.optional(storedArchive),
  /** How often the import began since it last stored rows. */
  import_tries: z._default(z.int(), 0),
  /** Recipients that are counted for the rows of the import until it ends. */
  import_reserved: z._default(z.int(), 0),
  /** When no recipient was left for the first time: the index may lag behind. */
  empty_since: z.optional(z.string()),
});
/** What a campaign has counted; besides, `dialed_`, `cost_` and `seconds_<day>`, and `result_<name>`. */
export type Progress = z.infer<typeof progress>;

export const loadProgress = async (table: Table, key: CampaignKey): Promise<Progress> =>
  progress.parse((await readItem(table, progressKey(key))) ?? {});

/** Counts with this prefix, by the rest of their names. */
export const countsBy = (progress: Progress, prefix: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(progress).flatMap(([name, value]) =>
      name.startsWith(prefix) && typeof value === 'number' ? [[name.slice(prefix.length), value]] : [],
    ),
  );

export const totalsOf = (progress: Progress) =>
  z.object(totals()).parse({ ...progress, results: countsBy(progress, 'result_') });

export const updateProgress = (table: Table, key: CampaignKey, update: FieldUpdate): Promise<boolean> =>
  updateItem(table, progressKey(key), update);

/** Counts recipients before they are stored, so that requests at once keep the bound. Refused ones are taken off after. */
export const reservation = (count: number) => ({
  add: { recipients: count },
  ...atMost('recipients', MAX_RECIPIENTS, count),
});

export const progressUpdate = (table: Table, key: CampaignKey, update: FieldUpdate) =>
  updateOf(table, progressKey(key), update);

/** Lets the tick look at a campaign, at this time at the latest. */
export const wakeAt = (at: Date) => ({ open: CAMPAIGNS, reconcile_at: at.toISOString() });

/** Keys of a partition of the index that are due, longest due first. */
export async function findDue(
  table: Table,
  open: string,
  { until, limit }: { readonly until?: Date; readonly limit: number },
): Promise<readonly Key[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: OPEN_CALLS_INDEX,
      KeyConditionExpression: `#open = :open${until ? ' AND reconcile_at <= :until' : ''}`,
      ExpressionAttributeNames: { '#open': 'open' },
      ExpressionAttributeValues: { ':open': open, ...(until && { ':until': until.toISOString() }) },
      Limit: limit,
    }),
  );
  return Items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
}

export const loadCampaign = (table: Table, { userId, campaignId }: CampaignKey) =>
  getRecord(table, userId, campaignKind, campaignId);

/** The campaign has a status from which the change is not possible. */
export class WrongStatus extends Error {
  override readonly name = 'WrongStatus';
  readonly status: CampaignStatus;

  constructor(status: CampaignStatus) {
    super(`The campaign is ${status}.`);
    this.status = status;
  }
}

export interface StatusChange {
  readonly from: readonly CampaignStatus[];
  readonly changes: Partial<
    Pick<Campaign, 'status' | 'paused_because' | 'started_at' | 'finished_at' | 'totals'>
  >;
  readonly now: Date;
}

/** Changes the status of a campaign and wakes it. Undefined if it does not exist. Throws WrongStatus. */
export function changeStatus(
  table: Table,
  key: CampaignKey,
  { from, changes, now }: StatusChange,
): ReturnType<typeof updatePlanned<Campaign>> {
  return updatePlanned(table, key.userId, {
    kind: campaignKind,
    id: key.campaignId,
    async plan({ status }) {
      if (!from.includes(status)) throw new WrongStatus(status);
      const isResumed = changes.status === 'running';
      // After a pause, failures are counted anew.
      const set = { ...wakeAt(now), ...(isResumed && { failures_in_row: 0 }) };
      const status_changed_at = now.toISOString();
      return { changes: { ...changes, status_changed_at }, further: [progressUpdate(table, key, { set })] };
    },
  });
}
