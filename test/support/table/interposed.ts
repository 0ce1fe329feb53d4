import type { Table } from '../../../lambdas/platform/table/table.ts';

interface Command {
  readonly input: { readonly IndexName?: string; readonly Select?: string; readonly TransactItems?: unknown };
}

/** The table with a step before each request. What the step returns, if anything, replaces DynamoDB's answer. */
export function interposed(table: Table, before: (command: Command) => unknown): Table {
  const send = async (command: Command) => (await before(command)) ?? table.client.send(command as never);
  return { ...table, client: Object.assign(Object.create(table.client), { send }) };
}
