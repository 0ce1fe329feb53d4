import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { readItem, updateItem } from '../../platform/table/items.ts';
import { sessionKey } from '../../platform/table/keys.ts';
import { sendUntilDecided } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { type PressedKey, pressedKey } from '../model/keys/keypad.ts';
import type { StoredSession } from '../model/session.ts';

export interface AgentsFields {
  readonly generation: number;
  readonly set: Partial<Pick<StoredSession, 'answer' | 'failures' | 'ending' | 'language' | 'expected_keys'>>;
}

/** The update that sets fields of a conversation, unless the contact spoke since the generation or it is closed. */
export const unlessInterrupted = ({ generation, set }: AgentsFields) => ({
  set,
  add: { version: 1 },
  condition: 'generation = :generation AND attribute_not_exists(closed)',
  values: { ':generation': generation },
});

/** Returns false if the contact spoke since the generation, or the conversation is closed. */
export const setUnlessInterrupted = (
  table: Table,
  connectionId: string,
  fields: AgentsFields,
): Promise<boolean> => updateItem(table, sessionKey(connectionId), unlessInterrupted(fields));

/** Whether the contact has spoken since. After a mere hang-up, what they asked for is still to be done. */
export async function isSuperseded(table: Table, connectionId: string, generation: number): Promise<boolean> {
  const item = await readItem(table, sessionKey(connectionId));
  // The end of a conversation has a generation of its own. A deleted session is over, too.
  return item !== undefined && item.generation !== (item.closed ? generation + 1 : generation);
}

/** Marks a conversation when its user's daily tokens are used up, unless it is over. */
export async function markOutOfTokens(table: Table, connectionId: string): Promise<void> {
  await updateItem(table, sessionKey(connectionId), {
    set: { out_of_tokens: true },
    add: { version: 1 },
    condition: 'attribute_exists(pk) AND attribute_not_exists(closed)',
  });
}

/** Most keys that belong to no turn yet. A turn takes at most 32; more wait only while one is being stored. */
export const MAX_PRESSED = 64;

const pendingKeys = z.object({
  pressed_keys: z.array(pressedKey),
  entered_keys: z.optional(z.array(pressedKey)),
  expected_keys: z.optional(z.number()),
});

export type PendingKeys = z.infer<typeof pendingKeys>;

/** Adds a key in one write. Undefined if closed or too many. A new version keeps concurrent changes from losing it. */
export async function addPressedKey(
  table: Table,
  connectionId: string,
  key: PressedKey,
): Promise<PendingKeys | undefined> {
  const written = await sendUntilDecided(() =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: sessionKey(connectionId),
        UpdateExpression:
          'SET pressed_keys = list_append(if_not_exists(pressed_keys, :none), :keys), version = version + :one',
        ConditionExpression:
          'attribute_exists(generation) AND attribute_not_exists(closed) AND (attribute_not_exists(pressed_keys) OR size(pressed_keys) < :most)',
        ExpressionAttributeValues: { ':none': [], ':keys': [key], ':one': 1, ':most': MAX_PRESSED },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return written.outcome === 'done' ? pendingKeys.parse(written.output.Attributes) : undefined;
}
