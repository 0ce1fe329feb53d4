import { z } from 'zod';
import { type NamedItem, touchedItems } from '../engine/touched-items.ts';

const item = z.record(z.string(), z.unknown());
const action = z.object({ TableName: z.string(), Item: item.optional(), Key: item.optional() });
const transaction = z.object({ TransactItems: z.array(z.record(z.string(), action)) });

/** The items of a write or transaction; those of a transaction in the order of its actions. None for malformed input. */
export function itemsOfRequest(operation: string, input: unknown): NamedItem[] {
  if (!operation.startsWith('Transact')) return touchedItems(operation, input);
  return (transaction.safeParse(input).data?.TransactItems ?? []).flatMap((one) =>
    Object.values(one).map(({ TableName, Item, Key }) => ({ table: TableName, item: Item ?? Key ?? {} })),
  );
}
