import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { CollectedFields } from '../../domain/conversations/collected-fields.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { recordKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import type { CallKey } from './calls.ts';

/** Stores the collected fields of a call. Returns false if they were stored before or the call was deleted. */
export async function recordCollectedFields(
  table: Table,
  { userId, callId }: CallKey,
  collected_fields: CollectedFields,
): Promise<boolean> {
  const update = fieldUpdate({
    set: { collected_fields },
    condition: 'attribute_exists(pk) AND attribute_not_exists(collected_fields)',
  });
  const Key = recordKey(userId, 'call', callId);
  return isWritten(() => table.client.send(new UpdateCommand({ TableName: table.name, Key, ...update })));
}
