import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { kindPrefix, userPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { ConfigurationKind, RecordKey } from './kinds.ts';
import { REFERENCE_FIELDS } from './reference-fields.ts';

/**
 * At most `limit` records of a user that refer to a record. Reads every record of the kinds that may refer to it; only
 * the refusal of a deletion needs this.
 */
export async function findReferrers(
  table: Table,
  userId: string,
  { target, limit }: { readonly target: RecordKey; readonly limit: number },
): Promise<RecordKey[]> {
  const fields = REFERENCE_FIELDS.filter((each) => each.target === target.kind);
  const found: RecordKey[] = [];
  for (const [kind, group] of Map.groupBy(fields, (each) => each.kind)) {
    const names = group.map(({ field }) => field);
    let start: Record<string, unknown> | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await table.client.send(
        new QueryCommand({
          ...referring({ userId, kind, names, id: target.id }),
          TableName: table.name,
          ...(start && { ExclusiveStartKey: start }),
        }),
      );
      found.push(...Items.map(({ id }) => ({ kind, id: String(id) })));
      start = LastEvaluatedKey;
    } while (start && found.length < limit);
  }
  return found.slice(0, limit);
}

interface Referring {
  readonly userId: string;
  readonly kind: ConfigurationKind;
  readonly names: readonly string[];
  readonly id: string;
}

/** The query for a user's records of a kind whose fields contain the id. */
function referring({ userId, kind, names, id }: Referring) {
  return {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    // A text contains itself, and a list its elements.
    FilterExpression: names.map((_, index) => `contains(#f${index}, :id)`).join(' OR '),
    ProjectionExpression: 'id',
    ExpressionAttributeNames: Object.fromEntries(names.map((field, index) => [`#f${index}`, field])),
    ExpressionAttributeValues: { ':pk': userPartition(userId), ':prefix': kindPrefix(kind), ':id': id },
    ConsistentRead: true,
  };
}
