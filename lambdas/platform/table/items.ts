import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  paginateQuery,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { type FieldUpdate, fieldUpdate } from './field-update.ts';
import { erasureKey, type Key } from './keys.ts';
import { sendUntilDecided, tryWrite } from './retry.ts';
import type { Table } from './table.ts';
import type { WriteItem } from './write-if.ts';

export type Item = Record<string, unknown>;

export async function readItem(table: Table, Key: Key): Promise<Item | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return Item;
}

/** The pages of a consistent query, or of a query of an index. */
export async function* queryPages(
  table: Table,
  query: Omit<QueryCommandInput, 'TableName'>,
): AsyncGenerator<Item[], undefined> {
  const input = { TableName: table.name, ConsistentRead: query.IndexName === undefined, ...query };
  for await (const { Items = [] } of paginateQuery(table, input)) yield Items;
}

/** The conditions of a query of the keys that begin with this one. */
export const beginningWith = ({ pk, sk }: Key, values: Item = {}) => ({
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
  ExpressionAttributeValues: { ':pk': pk, ':prefix': sk, ...values },
});

export async function putItem(table: Table, Item: Item): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
}

export const updateOf = (table: Table, Key: Key, update: FieldUpdate) => ({
  Update: { TableName: table.name, Key, ...fieldUpdate(update) },
});

export const deletionOf = (
  table: Table,
  Key: Key,
  { condition, names = {}, values = {} }: Condition = {},
) => ({
  Delete: {
    TableName: table.name,
    Key,
    ...(condition && { ConditionExpression: condition }),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  },
});

/** The condition of a transaction that the user's data are not being erased. */
export const unlessErased = (table: Table, userId: string): WriteItem => ({
  ConditionCheck: {
    TableName: table.name,
    Key: erasureKey(userId),
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

export async function deleteItem(table: Table, Key: Key, condition?: Condition): Promise<void> {
  const { Delete } = deletionOf(table, Key, condition);
  await tryWrite(() => table.client.send(new DeleteCommand(Delete)));
}

type Condition = Pick<FieldUpdate, 'condition' | 'names' | 'values'>;

/** Updates an item. Returns false if the condition does not hold. */
export const updateItem = (table: Table, Key: Key, update: FieldUpdate): Promise<boolean> =>
  tryWrite(() => table.client.send(new UpdateCommand(updateOf(table, Key, update).Update)));

/** Updates an item. Returns the new item, or undefined if the condition does not hold. */
export async function updatedItem(table: Table, Key: Key, update: FieldUpdate): Promise<Item | undefined> {
  const { Update } = updateOf(table, Key, update);
  const written = await sendUntilDecided(() =>
    table.client.send(new UpdateCommand({ ...Update, ReturnValues: 'ALL_NEW' })),
  );
  return written.outcome === 'done' ? (written.output.Attributes ?? {}) : undefined;
}
