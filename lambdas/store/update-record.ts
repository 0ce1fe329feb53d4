import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { recordKey } from './keys.ts';
import { type ConfigurationKind, FoundRecords, type RecordName } from './records.ts';
import type { Table } from './table.ts';
import { fieldUpdate } from './update.ts';

/**
 * Changes the given fields of a user's record and no others, so that two updates at once never lose one another's; gives the
 * record as it then stands, or undefined when the user has none. The values must fit the record's schema.
 */
export async function updateRecord<K extends ConfigurationKind>(
  table: Table,
  userId: string,
  {
    kind,
    id,
    changes,
  }: RecordName & { readonly kind: K; readonly changes: Readonly<Record<string, unknown>> },
) {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: recordKey(userId, kind, id),
        ...fieldUpdate({ set: changes, condition: 'attribute_exists(pk)' }),
        ReturnValues: 'ALL_NEW',
      }),
    );
    return new FoundRecords(Attributes ? [Attributes] : []).get(kind, id);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
