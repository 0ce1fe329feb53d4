import { setTimeout as pause } from 'node:timers/promises';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { telephonyClientOf } from '../../lambdas/account-connections/telephony-accounts.ts';
import { type StoredNumber, storedNumber, takesCalls } from '../../lambdas/numbers/model/number.ts';
import { numberUrls } from '../../lambdas/numbers/number-urls.ts';
import { kindPrefix, userPartition } from '../../lambdas/platform/table/keys.ts';
import type { Table } from '../../lambdas/platform/table/table.ts';
import { type NumberUrls, type SetUrls, VendorNumbers } from '../../lambdas/vendors/telephony/numbers.ts';
import { VendorRefusal } from '../../lambdas/vendors/telephony/vendor-errors.ts';

export type Outcome =
  | { readonly number: string; readonly did: 'nothing' }
  | { readonly number: string; readonly did: 'pointed'; readonly from: string }
  | { readonly number: string; readonly did: 'failed'; readonly because: string };

interface PointOptions {
  readonly table: Table;
  /** Only report changes. */
  readonly dryRun: boolean;
  /** Only the numbers of this user. @default all numbers */
  readonly userId?: string | undefined;
  /** Milliseconds to wait after a rate limit. The wait doubles, up to five times. @default 1,000 */
  readonly waitMs?: number;
}

/** Attempts for each number while the vendor's rate limit refuses them. */
const ATTEMPTS = 6;

/** Points every active number to the current URLs, one after another: the vendor limits the request rate. */
export async function* pointEachNumber(options: PointOptions): AsyncGenerator<Outcome> {
  for await (const number of numbersOf(options)) {
    if (!takesCalls(number)) continue;
    try {
      yield await withPatience(() => point(number, options), options.waitMs ?? 1000);
    } catch (error) {
      const because = error instanceof Error ? error.message : String(error);
      yield { number: number.number, did: 'failed', because };
    }
  }
}

/** All numbers. No index contains them, so this scans the whole table. */
async function* numbersOf({ table, userId }: PointOptions): AsyncGenerator<StoredNumber> {
  const pages = paginateScan(table, {
    TableName: table.name,
    FilterExpression: `begins_with(sk, :number)${userId === undefined ? '' : ' AND pk = :user'}`,
    ExpressionAttributeValues: {
      ':number': kindPrefix('number'),
      ...(userId !== undefined && { ':user': userPartition(userId) }),
    },
  });
  for await (const { Items = [] } of pages) for (const item of Items) yield storedNumber.parse(item);
}

async function point(number: StoredNumber, { table, dryRun }: PointOptions): Promise<Outcome> {
  const client = await telephonyClientOf(table, number);
  if (!client) throw new Error('Its account connection was deleted.');
  const vendor = new VendorNumbers(client);
  const [wanted, present] = [await numberUrls(number), await vendor.urlsOf(number.vendor_sid)];
  if (isSame(wanted, present)) return { number: number.number, did: 'nothing' };
  if (!dryRun) await vendor.setUrls(number.vendor_sid, wanted);
  return { number: number.number, did: 'pointed', from: addressOf(present.voice_url) };
}

const isSame = ({ voice, fallback, status }: NumberUrls, present: SetUrls) =>
  voice === present.voice_url &&
  fallback === present.voice_fallback_url &&
  status === present.status_callback;

/** A URL without its secret: a service URL up to its path, which contains a key; of any other, the host. */
function addressOf(url: string | null | undefined): string {
  if (!url) return 'nowhere';
  const [base = '', path] = url.split('/telephony/');
  if (path !== undefined) return base;
  return URL.canParse(url) ? new URL(url).origin : 'elsewhere';
}

/** 429: the account sent too many requests. */
async function withPatience(attempt: () => Promise<Outcome>, waitMs: number): Promise<Outcome> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof VendorRefusal && error.status === 429) || tried === ATTEMPTS) throw error;
      await pause(waitMs * 2 ** (tried - 1));
    }
  }
}
