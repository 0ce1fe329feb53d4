import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { whileRunning } from '../../calls/store/calls.ts';
import type { FieldUpdate } from '../../platform/table/field-update.ts';
import { getItems } from '../../platform/table/get-items.ts';
import { beginningWith, putItem, readItem, updateItem, updateOf } from '../../platform/table/items.ts';
import type { Key } from '../../platform/table/keys.ts';
import { sendUntilDecided, transact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM } from '../../platform/table/write-if.ts';
import type { Campaign } from '../model/campaign.ts';
import {
  type Attempt,
  type Next,
  type RecipientRow,
  type RefusedRecipient,
  refusedRecipient,
  type StoredRecipient,
  storedRecipient,
} from '../model/recipient.ts';
import {
  type CampaignKey,
  callingIn,
  contactKey,
  recipientKey,
  refusedKey,
  refusedKeys,
  waitingIn,
} from './keys.ts';
import { findDue, progressUpdate } from './progress.ts';

/** Writes at once. */
const AT_ONCE = 25;

/** Most refused rows of a request or file that are stored, and the seconds for which they are. */
const MAX_REFUSED = 1000;
const REFUSED_SECONDS = 30 * 86_400;

/** The request or file of rows. A row that is stored again changes nothing. */
interface Rows {
  readonly rows: readonly RecipientRow[];
  readonly source: string;
  readonly now: Date;
  /** Rows of the same file that were refused before. @default none */
  readonly refusedBefore?: number;
}

/** Stores recipients, each number once. Returns the rows that were refused. */
export async function addRecipients(
  table: Table,
  key: CampaignKey,
  { rows, source, now, refusedBefore = 0 }: Rows,
): Promise<RefusedRecipient[]> {
  const refused: RefusedRecipient[] = [];
  // The first row with a number gets it, whichever write comes first.
  const lines = new Map<string, number>();
  for (const row of rows)
    if ('input' in row && !lines.has(row.input.to_number)) lines.set(row.input.to_number, row.line);
  await forEach(rows, async (row) => {
    const issue =
      'input' in row
        ? (duplicateOf(row, lines.get(row.input.to_number)) ??
          (await putRecipient(table, key, { row, source, now })))
        : row;
    if (issue) refused.push(issue);
  });
  refused.sort((one, other) => one.line - other.line);
  const expires_at = Math.floor(now.getTime() / 1000) + REFUSED_SECONDS;
  await forEach(refused.slice(0, Math.max(0, MAX_REFUSED - refusedBefore)), (issue) =>
    putItem(table, { ...refusedKey(key, source, issue.line), ...issue, expires_at }),
  );
  return refused;
}

async function forEach<T>(items: readonly T[], write: (item: T) => Promise<void>): Promise<void> {
  const pending = items.values();
  const work = async () => {
    for (const item of pending) await write(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

type InputRow = Extract<RecipientRow, { input: unknown }>;

async function putRecipient(
  table: Table,
  key: CampaignKey,
  { row, source, now }: Pick<Rows, 'source' | 'now'> & { readonly row: InputRow },
): Promise<RefusedRecipient | undefined> {
  const { line, input } = row;
  const recipient: StoredRecipient = { ...input, line, source, state: 'waiting', attempts: [] };
  const put = new PutCommand({
    TableName: table.name,
    Item: {
      ...recipientKey(key, input.to_number),
      ...recipient,
      open: waitingIn(key),
      // In the order of the lines.
      reconcile_at: new Date(now.getTime() + line).toISOString(),
    },
    ConditionExpression: NEW_ITEM,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const written = await sendUntilDecided(() => table.client.send(put));
  if (written.outcome === 'done') return undefined;
  const existing = await readRecipient(table, key, input.to_number);
  const isRepeated = existing?.source === source && existing.line === line;
  return isRepeated ? undefined : duplicateOf(row, existing?.line ?? 0);
}

function duplicateOf({ line, input }: InputRow, first: number | undefined): RefusedRecipient | undefined {
  if (first === undefined || first === line) return undefined;
  const { to_number } = input;
  const msg = `The campaign has ${to_number} already, from line ${first}.`;
  return { line, to_number, msg, type: 'repeated_number' };
}

export async function readRecipient(
  table: Table,
  key: CampaignKey,
  number: string,
): Promise<StoredRecipient | undefined> {
  const item = await readItem(table, recipientKey(key, number));
  return item && storedRecipient.parse(item);
}

interface Page {
  readonly after: string | undefined;
  readonly size: number;
}

/** A page of the recipients, by number. */
export const findRecipients = (table: Table, key: CampaignKey, page: Page) =>
  findPage(table, recipientKey(key, ''), storedRecipient, page);

/** A page of the refused rows, by line. */
export const findRefused = (table: Table, key: CampaignKey, page: Page) =>
  findPage(table, refusedKeys(key), refusedRecipient, page);

async function findPage<T>(
  table: Table,
  { pk, sk: prefix }: Key,
  schema: z.ZodMiniType<T>,
  { after, size }: Page,
) {
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ConsistentRead: true,
      Limit: size,
      ...beginningWith({ pk, sk: prefix }),
      ...(after !== undefined && { ExclusiveStartKey: { pk, sk: `${prefix}${after}` } }),
    }),
  );
  const next = LastEvaluatedKey && String(LastEvaluatedKey.sk).slice(prefix.length);
  return { items: Items.map((item) => schema.parse(item)), next };
}

/** Recipients of a partition of the index that are due, as they are stored by now. */
export async function loadDue(
  table: Table,
  key: CampaignKey,
  {
    state,
    until,
    limit,
  }: { readonly state: 'waiting' | 'calling'; readonly until?: Date; readonly limit: number },
): Promise<readonly StoredRecipient[]> {
  const open = state === 'waiting' ? waitingIn(key) : callingIn(key);
  const due = await findDue(table, open, { limit, ...(until && { until }) });
  const items = await getItems(table, due);
  return items
    .map((item) => storedRecipient.parse(item))
    .filter((each) => each.state === state && (!until || (each.reconcile_at ?? '') <= until.toISOString()))
    .sort((one, other) => ((one.reconcile_at ?? '') < (other.reconcile_at ?? '') ? -1 : 1));
}

/** What else changes when a recipient moves on. */
interface Ended {
  readonly attempts?: readonly Attempt[];
  readonly count?: FieldUpdate;
}

/** Lets a recipient wait, or ends it, if it is still as it was read: with the same attempt, or due at the same time. */
export async function moveOn(
  table: Table,
  key: CampaignKey,
  recipient: StoredRecipient,
  next: Next,
  { attempts = recipient.attempts, count }: Ended = {},
): Promise<void> {
  const { reason, rule } = next;
  const isDone = 'outcome' in next;
  const change = isDone
    ? { state: 'done', outcome: next.outcome }
    : { state: 'waiting', open: waitingIn(key), reconcile_at: next.dueAt.toISOString() };
  const own = updateOf(table, recipientKey(key, recipient.to_number), {
    set: { ...change, attempts, ...(reason && { reason }), ...(rule && { rule }) },
    remove: [...(isDone ? ['open', 'reconcile_at'] : []), ...(reason && !rule ? ['rule'] : [])],
    ...asItWas(recipient),
  });
  const add = { ...count?.add, ...(isDone && { done: 1 }) };
  const counted = count || isDone ? [progressUpdate(table, key, { ...count, add })] : [];
  await transact(table, [own, ...counted]);
}

/** Looks at a call that exists later, if it is still the recipient's. */
export const lookLater = (table: Table, key: CampaignKey, recipient: StoredRecipient, at: Date) =>
  updateItem(table, recipientKey(key, recipient.to_number), {
    set: { reconcile_at: at.toISOString(), known_call: recipient.attempts.at(-1)?.call_id },
    ...asItWas(recipient),
  });

function asItWas({ state, attempts, reconcile_at }: StoredRecipient) {
  const isCalling = state === 'calling';
  const last = isCalling ? `attempts[${attempts.length - 1}].call_id` : 'reconcile_at';
  return {
    condition: `#state = :state AND ${last} = :last`,
    names: { '#state': 'state' },
    values: { ':state': state, ':last': isCalling ? attempts.at(-1)?.call_id : reconcile_at },
  };
}

interface Claim {
  readonly attempt: Attempt;
  readonly campaign: Campaign;
  /** When the call is looked at, if nothing reports its end. */
  readonly checkAt: Date;
}

/** The campaign that called a number last, and until when no other may. */
export const lastCaller = z.object({ campaign_id: z.string(), until: z.string() });
export type LastCaller = z.infer<typeof lastCaller>;

const OTHER_CAMPAIGN = 'Another campaign called this contact.';

/** What a recipient waits for if another campaign has the contact. */
export const gapOf = ({ id }: Pick<Campaign, 'id'>, last: LastCaller | undefined, now: Date) =>
  last && last.campaign_id !== id && last.until > now.toISOString()
    ? { dueAt: new Date(last.until), reason: OTHER_CAMPAIGN }
    : undefined;

/** Begins an attempt, once. Otherwise returns until when another campaign has the contact, or nothing. */
export async function claimAttempt(
  table: Table,
  key: CampaignKey,
  recipient: StoredRecipient,
  { attempt, campaign, checkAt }: Claim,
): Promise<'claimed' | { readonly dueAt: Date; readonly reason: string } | undefined> {
  const gapMs = campaign.contact_gap_hours * 3_600_000;
  const until = new Date(Date.parse(attempt.at) + gapMs);
  const day = attempt.at.slice(0, 10);
  const contact = contactKey(key.userId, attempt.number);
  const { outcome, ...refused } = await transact(table, [
    updateOf(table, recipientKey(key, recipient.to_number), {
      set: {
        state: 'calling',
        open: callingIn(key),
        reconcile_at: checkAt.toISOString(),
        attempts: [...recipient.attempts, attempt],
      },
      remove: ['reason', 'rule'],
      ...asItWas(recipient),
    }),
    progressUpdate(table, key, { add: { dialed: 1, [`dialed_${day}`]: 1 }, remove: ['empty_since'] }),
    ...whileRunning(table, { user_id: key.userId, campaign_id: key.campaignId }),
    updateOf(table, contact, {
      set: {
        campaign_id: key.campaignId,
        until: until.toISOString(),
        expires_at: Math.floor(until.getTime() / 1000),
      },
      condition: 'attribute_not_exists(pk) OR campaign_id = :own OR #until <= :now',
      names: { '#until': 'until' },
      values: { ':own': key.campaignId, ':now': attempt.at },
    }),
  ]);
  if (outcome === 'done') return 'claimed';
  if (!('failedConditions' in refused) || !refused.failedConditions[3]) return undefined;
  const other = await readItem(table, contact);
  return { dueAt: new Date(String(other?.until ?? attempt.at)), reason: OTHER_CAMPAIGN };
}
