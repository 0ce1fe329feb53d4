import { z } from 'zod';

const item = z.record(z.string(), z.unknown());
const put = z.object({ TableName: z.string(), Item: item });
const keyed = z.object({ TableName: z.string(), Key: item });
const batch = z.object({
  RequestItems: z.record(
    z.string(),
    z.array(
      z.object({ PutRequest: z.object({ Item: item }), DeleteRequest: z.object({ Key: item }) }).partial(),
    ),
  ),
});
const transaction = z.object({
  TransactItems: z.array(z.object({ Put: put, Update: keyed, Delete: keyed }).partial()),
});

/** An item of a write: its table, and its key or all of it. */
export interface NamedItem {
  readonly table: string;
  readonly item: Readonly<Record<string, unknown>>;
}

/** The items that an operation may write; none for a read or malformed input. */
export function touchedItems(operation: string, input: unknown): NamedItem[] {
  switch (operation) {
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return named(z.union([put, keyed]).safeParse(input).data);
    case 'BatchWriteItem':
      return Object.entries(batch.safeParse(input).data?.RequestItems ?? {}).flatMap(([table, requests]) =>
        requests.flatMap(({ PutRequest, DeleteRequest }) =>
          [PutRequest?.Item, DeleteRequest?.Key].flatMap((one) => (one ? [{ table, item: one }] : [])),
        ),
      );
    case 'TransactWriteItems':
      return (transaction.safeParse(input).data?.TransactItems ?? []).flatMap((action) =>
        [action.Put, action.Update, action.Delete].flatMap(named),
      );
    default:
      return [];
  }
}

function named(write: z.infer<typeof put> | z.infer<typeof keyed> | undefined): NamedItem[] {
  if (write === undefined) return [];
  return [{ table: write.TableName, item: 'Item' in write ? write.Item : write.Key }];
}
