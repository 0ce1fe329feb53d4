import { z } from 'zod';
import type { Engine } from '../engine/engine.ts';
import { isWrite, requestedActions } from '../engine/requested-actions.ts';
import { type Answer, isObject } from '../store/answer.ts';
import { cancelled } from '../store/cancelled.ts';
import type { TableSettingsStore } from '../table/table-settings.ts';

const CONFLICT = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' };

/**
 * An engine that refuses what conflicts with a request in progress, from its arrival to its answer: a write to an item
 * of a transaction, a transaction with an item of another one. A batch leaves such an item unprocessed.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export function refuseConflicts(engine: Engine, tables: TableSettingsStore): Engine {
  const transactions = itemsInProgress();
  const writes = itemsInProgress();
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
      switch (operation) {
        case 'TransactWriteItems':
          if (transactions.haveAny(keys)) return conflictOf(keys, transactions.has);
          return transactions.during(keys, () => engine.execute(operation, input));
        case 'BatchWriteItem': {
          const isLocked = (table: string, item: object) => {
            const [key = ''] = keysOf('PutItem', { TableName: table, Item: item });
            return transactions.has(key);
          };
          const { remaining, removed } = withoutBatchItems(input, isLocked);
          if (remaining === undefined) return { status: 200, body: { UnprocessedItems: removed } };
          const answer = await writes.during(keys, () => engine.execute(operation, remaining, userIdentity));
          return withUnprocessed(answer, removed);
        }
        default:
          if (keys.length === 0) return engine.execute(operation, input, userIdentity);
          if (transactions.haveAny(keys)) return refused;
          return writes.during(keys, () => engine.execute(operation, input, userIdentity));
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

function conflictOf(keys: readonly string[], isInProgress: (key: string) => boolean): Answer {
  return cancelled(keys.map((key) => (isInProgress(key) ? CONFLICT : { Code: 'None' }))).answer;
}

interface ItemsInProgress {
  has(key: string): boolean;
  haveAny(keys: readonly string[]): boolean;
  during<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>;
}

function itemsInProgress(): ItemsInProgress {
  const counts = new Map<string, number>();
  return {
    has: (key) => counts.has(key),
    haveAny: (keys) => keys.some((key) => counts.has(key)),
    during: async (keys, work) => {
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
      try {
        return await work();
      } finally {
        for (const key of keys) {
          const left = (counts.get(key) ?? 0) - 1;
          if (left > 0) counts.set(key, left);
          else counts.delete(key);
        }
      }
    },
  };
}

const item = z.record(z.string(), z.unknown());
const request = z.looseObject({
  PutRequest: z.looseObject({ Item: item }).optional(),
  DeleteRequest: z.looseObject({ Key: item }).optional(),
});
const batch = z.looseObject({ RequestItems: z.record(z.string(), z.array(request)) });

type Requests = z.infer<typeof batch>['RequestItems'];

/** Splits a BatchWriteItem: `remaining` is undefined if nothing remains. A malformed batch is unchanged. */
function withoutBatchItems(
  input: unknown,
  isRemoved: (table: string, item: object) => boolean,
): { readonly remaining: unknown; readonly removed: Requests } {
  const { data } = batch.safeParse(input);
  const [kept, removed]: [Requests, Requests] = [{}, {}];
  for (const [table, requests] of Object.entries(data?.RequestItems ?? {})) {
    for (const one of requests) {
      const named = one.PutRequest?.Item ?? one.DeleteRequest?.Key ?? {};
      const side = isRemoved(table, named) ? removed : kept;
      side[table] = [...(side[table] ?? []), one];
    }
  }
  if (Object.keys(removed).length === 0) return { remaining: input, removed };
  return { remaining: Object.keys(kept).length === 0 ? undefined : { ...data, RequestItems: kept }, removed };
}

/** Adds items to those that a successful batch left unprocessed. */
function withUnprocessed(answer: Answer, removed: Requests): Answer {
  if (answer.status !== 200 || !isObject(answer.body) || Object.keys(removed).length === 0) return answer;
  return { ...answer, body: { ...answer.body, UnprocessedItems: removed } };
}
