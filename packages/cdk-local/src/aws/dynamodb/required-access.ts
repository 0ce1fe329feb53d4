import * as z from 'zod';

/** An action of a DynamoDB request on a table or one of its indexes. */
export interface RequiredAccess {
  readonly action: string;
  readonly table: string;
  readonly index?: string | undefined;
  readonly writes: boolean;
  /** The part of the request for this table. */
  readonly request: unknown;
}

const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'UpdateTable']);

const single = z.object({ TableName: z.string(), IndexName: z.string().optional() });
const batch = z.object({ RequestItems: z.record(z.string(), z.unknown()) });
const transaction = z.object({
  TransactItems: z.array(z.record(z.string(), z.looseObject({ TableName: z.string() }))),
});

/** The permission that each kind of item in a transaction needs. */
const transactionActions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

/**
 * The access that a request needs, by
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html; none for a malformed
 * request, which the database refuses.
 */
export function requiredAccess(operation: string, input: unknown): RequiredAccess[] {
  const need = (action: string, table: string, request: unknown, index?: string) => ({
    action: `dynamodb:${action}`,
    table,
    index,
    writes: writes.has(action),
    request,
  });
  const items = transaction.safeParse(input).data?.TransactItems;
  if (items) {
    return items.flatMap((item) =>
      Object.entries(item).map(([kind, request]) =>
        need(transactionActions[kind] ?? kind, request.TableName, request),
      ),
    );
  }
  const tables = batch.safeParse(input).data?.RequestItems;
  if (tables) return Object.entries(tables).map(([table, request]) => need(operation, table, request));
  const request = single.safeParse(input).data;
  return request ? [need(operation, request.TableName, input, request.IndexName)] : [];
}
