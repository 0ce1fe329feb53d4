import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { highestIdAt, lowestIdAt } from '../lists/ids.ts';
import { CALL_ORDER, CALLS_INDEX, callOrderKey, userPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Ids are made at about the time at which their calls are created, by clocks that are no further apart than this, in milliseconds. */
const SLACK_MS = 60_000;

/** Which entries of a user's calls are looked at, and what of them is given. */
export interface IndexScan {
  /** Calls that were created then or later; ISO 8601. */
  readonly from?: string | undefined;
  /** Calls that were created no later. */
  readonly until?: string | undefined;
  /** Calls older than this one. */
  readonly after?: string | undefined;
  /** What entries are given: comparisons of the attributes that the index holds, all of which must hold. */
  readonly where: readonly Comparison[];
  /** The attributes that are given. */
  readonly attributes: readonly string[];
  /** Entries that are looked at in one request. @default 3,000, of some 0.3 KB each: about the 1 MB that DynamoDB reads at once */
  readonly limit?: number;
}

type Comparison = readonly [attribute: string, operator: '=' | '<' | '>=', value: string];

const PAGE_ENTRIES = 3000;

/** The entries that were found among so many of the index. */
export interface IndexPage {
  readonly entries: readonly Record<string, unknown>[];
  /** The id of the call that was looked at last, where there are older ones; undefined at the end. */
  readonly end: string | undefined;
}

/**
 * Goes through the index of a user's calls, newest first, and gives the entries that are asked for, out of up to 3,000 at a
 * time. The index follows the table within moments. `from` and `until` bound what is read, and are exact to a minute.
 */
export async function* scanCallsIndex(
  table: Table,
  userId: string,
  scan: IndexScan,
): AsyncGenerator<IndexPage> {
  const lowest = lowestIdAt(scan.from === undefined ? 0 : Date.parse(scan.from) - SLACK_MS);
  const highest = highestIdAt(scan.until === undefined ? LATEST_MS : Date.parse(scan.until) + SLACK_MS);
  const { after = highest } = scan;
  // A range that ends before it begins, and a place to start at that is not within it, DynamoDB refuses.
  if (lowest > highest || after <= lowest) return;
  let start = after < highest ? callOrderKey(userId, after) : undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: CALLS_INDEX,
        ...expressionsOf({ userId, lowest, highest }, scan),
        ScanIndexForward: false,
        Limit: scan.limit ?? PAGE_ENTRIES,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    const end = LastEvaluatedKey && String(LastEvaluatedKey[CALL_ORDER]);
    yield { entries: Items, end };
    start = end === undefined ? undefined : callOrderKey(userId, end);
  } while (start);
}

/** No UUIDv7 has a later time. */
const LATEST_MS = 2 ** 48 - 1;

function expressionsOf(
  { userId, lowest, highest }: { readonly userId: string; readonly lowest: string; readonly highest: string },
  { where, attributes }: IndexScan,
) {
  const names = [...new Set([...attributes, ...where.map(([attribute]) => attribute)])];
  const keyOf = (attribute: string) => `#n${names.indexOf(attribute)}`;
  const values = where.map(([, , value], index) => [`:v${index}`, value]);
  return {
    KeyConditionExpression: `pk = :pk AND ${CALL_ORDER} BETWEEN :lowest AND :highest`,
    ProjectionExpression: attributes.map(keyOf).join(', '),
    ...(where.length > 0 && {
      FilterExpression: where
        .map(([attribute, operator], index) => `${keyOf(attribute)} ${operator} :v${index}`)
        .join(' AND '),
    }),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [keyOf(name), name])),
    ExpressionAttributeValues: {
      ':pk': userPartition(userId),
      ':lowest': lowest,
      ':highest': highest,
      ...Object.fromEntries(values),
    },
  };
}
