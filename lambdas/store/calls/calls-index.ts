import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { idRange, type TimeRange } from '../lists/ids.ts';
import { CALL_ORDER, CALLS_INDEX, callOrderKey, userPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Milliseconds by which the time in an id may differ from the call's creation time: clocks of functions differ. */
const SLACK_MS = 60_000;

export interface IndexScan extends TimeRange {
  /** Only calls after this one, in the order of the scan. */
  readonly after?: string | undefined;
  /** Newest first. @default true */
  readonly descending?: boolean | undefined;
  readonly where: readonly Comparison[];
  readonly attributes: readonly string[];
  /** Entries that are looked at in one request. @default 3,000, of some 0.3 KB each: about the 1 MB that DynamoDB reads at once */
  readonly limit?: number;
}

type Comparison = readonly [attribute: string, operator: '=' | '<' | '>=', value: string];

const PAGE_ENTRIES = 3000;

export interface IndexPage {
  readonly entries: readonly Record<string, unknown>[];
  /** The id of the last call that was read; undefined at the end. */
  readonly end: string | undefined;
}

/** Scans the index of a user's calls by creation. It lags by moments; `from` and `until` are exact to a minute. */
export async function* scanCallsIndex(
  table: Table,
  userId: string,
  scan: IndexScan,
): AsyncGenerator<IndexPage> {
  const [lowest, highest] = idRange(scan, SLACK_MS);
  const { descending = true } = scan;
  const { after = descending ? highest : lowest } = scan;
  // DynamoDB refuses an empty range, and a start key outside of the range.
  if (lowest > highest || (descending ? after <= lowest : after >= highest)) return;
  const isWithin = descending ? after < highest : after > lowest;
  let start = isWithin ? callOrderKey(userId, after) : undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: CALLS_INDEX,
        ...expressionsOf({ userId, lowest, highest }, scan),
        ScanIndexForward: !descending,
        Limit: scan.limit ?? PAGE_ENTRIES,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    const end = LastEvaluatedKey && String(LastEvaluatedKey[CALL_ORDER]);
    yield { entries: Items, end };
    start = end === undefined ? undefined : callOrderKey(userId, end);
  } while (start);
}

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
