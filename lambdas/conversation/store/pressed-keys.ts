import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { sessionKey } from '../../platform/table/keys.ts';
import { sendUntilDecided } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { type PressedKey, pressedKey } from '../model/keys/keypad.ts';

/** Most keys that belong to no turn yet. A turn takes at most 32; more wait only while one is being stored. */
const MAX_PRESSED = 64;

const keptKeys = z.object({
  pressed: z.array(pressedKey),
  entered: z.optional(z.array(pressedKey)),
  expected_keys: z.optional(z.number()),
});

export type KeptKeys = z.infer<typeof keptKeys>;

/** Adds a key in one write. Undefined if closed or too many. A new version keeps concurrent changes from losing it. */
export async function addPressedKey(
  table: Table,
  connectionId: string,
  key: PressedKey,
): Promise<KeptKeys | undefined> {
  const written = await sendUntilDecided(() =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: sessionKey(connectionId),
        UpdateExpression:
          'SET pressed = list_append(if_not_exists(pressed, :none), :keys), version = version + :one',
        ConditionExpression:
          'attribute_exists(generation) AND attribute_not_exists(closed) AND (attribute_not_exists(pressed) OR size(pressed) < :most)',
        ExpressionAttributeValues: { ':none': [], ':keys': [key], ':one': 1, ':most': MAX_PRESSED },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return written.outcome === 'done' ? keptKeys.parse(written.output.Attributes) : undefined;
}
