import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

const READS: ReadonlySet<string> = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand']);

/** The table, with reads that are sent at once and writes that wait for a permission and fail with it. */
export function writesAfter(table: Table, permission: Promise<void>): Table {
  const middlewareStack = table.client.middlewareStack.clone();
  middlewareStack.add(
    (next, { commandName = '' }) =>
      async (request) => {
        if (!READS.has(commandName)) await permission;
        return next(request);
      },
    { step: 'initialize', name: 'WritesAfter' },
  );
  const client: DynamoDBDocumentClient = Object.create(table.client, {
    middlewareStack: { value: middlewareStack },
  });
  return { ...table, client };
}
