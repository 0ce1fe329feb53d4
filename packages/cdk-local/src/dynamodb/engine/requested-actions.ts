import { z } from 'zod';
import type { Item } from '../store/change.ts';

const item = z.record(z.string(), z.unknown());
const single = z.object({
  TableName: z.string(),
  IndexName: z.string().optional(),
  Item: item.optional(),
  Key: item.optional(),
});
const batchWrite = z.array(
  z.object({ PutRequest: z.object({ Item: item }), DeleteRequest: z.object({ Key: item }) }).partial(),
);
const batch = z.object({
  RequestItems: z.record(z.string(), z.union([batchWrite, z.object({ Keys: z.array(item) })])),
});
const transaction = z.object({ TransactItems: z.array(z.record(z.string(), single)) });

/** A part of a request that needs a permission. */
export interface RequestedAction {
  /** The operation, or that of an item of a transaction, such as `ConditionCheckItem`. */
  readonly action: string;
  readonly table: string;
  readonly index: string | undefined;
  /** The key or all of the item; empty for a Query or Scan. */
  readonly item: Item;
}

const OF_TRANSACTIONS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** The actions of a DynamoDB request, in its order; none for a malformed one, which the database refuses. */
export function requestedActions(operation: string, input: unknown): RequestedAction[] {
  const of = (action: string, { TableName, IndexName, Item, Key }: z.infer<typeof single>) => ({
    action,
    table: TableName,
    index: IndexName,
    item: Item ?? Key ?? {},
  });
  if (operation === 'TransactWriteItems')
    return (transaction.safeParse(input).data?.TransactItems ?? []).flatMap((actions) =>
      Object.entries(actions).map(([kind, one]) => of(OF_TRANSACTIONS[kind] ?? kind, one)),
    );
  if (operation.startsWith('Batch'))
    return Object.entries(batch.safeParse(input).data?.RequestItems ?? {}).flatMap(([TableName, requests]) =>
      (Array.isArray(requests)
        ? requests.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key)
        : requests.Keys
      ).map((Key) => of(operation, { TableName, Key })),
    );
  const { data } = single.safeParse(input);
  return data ? [of(operation, data)] : [];
}

/** Whether an action changes its item. */
export const isWrite = ({ action }: Pick<RequestedAction, 'action'>): boolean =>
  /^(Put|Update|Delete|BatchWrite)Item$/.test(action);
