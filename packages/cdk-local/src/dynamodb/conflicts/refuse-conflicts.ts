import type { Engine } from '../engine/engine.ts';
import { isWrite, requestedActions } from '../engine/requested-actions.ts';
import { type Answer, isObject } from '../store/answer.ts';
import { cancelled } from '../store/cancelled.ts';
import type { TableSettingsStore } from '../table/table-settings.ts';

const CONFLICT = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' };

/**
 * An engine that refuses what conflicts with a transaction in progress, from its arrival to its answer: a write to one of
 * its items, another transaction with one of them. A batch with such an item is left unprocessed.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export function refuseConflicts(engine: Engine, tables: TableSettingsStore): Engine {
  const inProgress = new Set<string>();
  const keysOf = (operation: string, input: unknown) =>
    requestedActions(operation, input)
      .filter((each) => isWrite(each) || each.action === 'ConditionCheckItem')
      .map(({ table, item }) =>
        JSON.stringify([table, ...(tables.get(table)?.keyNames ?? []).map((name) => item[name])]),
      );
  return {
    ...engine,
    async execute(operation, input, userIdentity) {
      const keys = keysOf(operation, input);
      const isTransaction = operation === 'TransactWriteItems';
      if (keys.some((key) => inProgress.has(key))) {
        if (isTransaction)
          return cancelled(keys.map((key) => (inProgress.has(key) ? CONFLICT : { Code: 'None' }))).answer;
        return operation === 'BatchWriteItem' ? unprocessed(input) : refused;
      }
      if (!isTransaction) return engine.execute(operation, input, userIdentity);
      for (const key of keys) inProgress.add(key);
      try {
        return await engine.execute(operation, input);
      } finally {
        for (const key of keys) inProgress.delete(key);
      }
    },
  };
}

const refused: Answer = {
  status: 400,
  body: {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionConflictException',
    message: 'Transaction is ongoing for the item',
  },
};

const unprocessed = (input: unknown): Answer => ({
  status: 200,
  body: { UnprocessedItems: isObject(input) ? input.RequestItems : {} },
});
