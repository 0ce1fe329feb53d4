import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Language } from '../../domain/records/languages.ts';
import { recordKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import type { CallKey } from './calls.ts';

/** Stores the language in which a call goes on, for its record and for a conversation that resumes this one. */
export async function recordLanguageOfCall(
  table: Table,
  { userId, callId }: CallKey,
  spoken_language: Language,
): Promise<void> {
  await isWritten(() =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: recordKey(userId, 'call', callId),
        UpdateExpression: 'SET spoken_language = :language',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':language': spoken_language },
      }),
    ),
  );
}
