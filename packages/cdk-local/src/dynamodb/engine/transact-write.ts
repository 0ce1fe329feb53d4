import * as z from 'zod';
import { answerOf, exceptionOf, messageOf, Refusal, validationRefusal } from '../store/answer.ts';
import { type CancellationReason, cancelled } from '../store/cancelled.ts';
import type { DynaliteOperation } from '../store/dynalite-operations.ts';
import type { Outcome } from './engine.ts';
import {
  foundItem,
  type OperationSource,
  type PreparedOperation,
  prepareOperation,
} from './prepared-operation.ts';
import { refuseLargeTransaction } from './size-limits.ts';

/** The most actions in one transaction: DynamoDB's quota. */
const MAX_ACTIONS = 100;

const parameters = z.record(z.string(), z.unknown());
const transactWriteInput = z.object({
  TransactItems: z.array(
    z
      .object({ Put: parameters, Update: parameters, Delete: parameters, ConditionCheck: parameters })
      .partial()
      .refine((action) => Object.keys(action).length === 1),
  ),
  ReturnConsumedCapacity: z.string().nullish(),
});

/** A condition check is a conditional deletion whose writes are discarded. */
const operationOf: Record<string, DynaliteOperation> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'DeleteItem',
};

interface Action extends PreparedOperation {
  readonly parameters: Record<string, unknown>;
  readonly stores: boolean;
}

/** TransactWriteItems: checks every action against the stored items, and stores nothing unless all succeed. */
export async function transactWrite(source: OperationSource, input: unknown): Promise<Outcome> {
  let actions: Action[] = [];
  const answer = await answerOf(async () => {
    const { TransactItems, ReturnConsumedCapacity } = parse(input);
    actions = TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, given]) =>
        prepareAction(source, kind, { ...given, ReturnConsumedCapacity }),
      ),
    );
    refuseLargeTransaction(actions.map(({ parameters }) => parameters));
    const judged = await Promise.all(actions.map(judge));
    refuseRepeatedItems(actions);
    const reasons = judged.map(({ reason }) => reason);
    if (reasons.some(({ Code }) => Code !== 'None')) throw cancelled(reasons);
    return transactionCapacity(judged.map(({ result }) => result));
  });
  const storing = actions.filter(({ stores }) => stores);
  return {
    answer,
    writes: storing.flatMap(({ store }) => store.writes),
    changes: storing.flatMap(({ store }) => store.changes),
  };
}

function parse(input: unknown): z.infer<typeof transactWriteInput> {
  const { success, data } = transactWriteInput.safeParse(input);
  if (!success)
    throw validationRefusal('TransactItems must be a list of objects with exactly one action each');
  const { length } = data.TransactItems;
  const bound = length === 0 ? 'greater than or equal to 1' : `less than or equal to ${MAX_ACTIONS}`;
  if (length === 0 || length > MAX_ACTIONS) {
    throw validationRefusal(
      `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length ${bound}`,
    );
  }
  return data;
}

function prepareAction(source: OperationSource, kind: string, parameters: Record<string, unknown>): Action {
  const operation = operationOf[kind] ?? 'DeleteItem';
  const required =
    kind === 'Update' ? 'UpdateExpression' : kind === 'ConditionCheck' ? 'ConditionExpression' : undefined;
  if (required !== undefined && parameters[required] === undefined) {
    throw validationRefusal(`The ${required} of a transaction's ${kind} must not be null`);
  }
  return {
    ...prepareOperation(source, operation, parameters),
    parameters,
    stores: kind !== 'ConditionCheck',
  };
}

interface Judged {
  readonly reason: CancellationReason;
  readonly result?: unknown;
}

async function judge({ run, store, parameters }: Action): Promise<Judged> {
  const answer = await answerOf(run);
  const exception = exceptionOf(answer);
  if (answer.status === 200) return { reason: { Code: 'None' }, result: answer.body };
  const Message = messageOf(answer.body) ?? '';
  if (exception === 'ValidationException') return { reason: { Code: 'ValidationError', Message } };
  if (exception !== 'ConditionalCheckFailedException') throw new Refusal(answer);
  const Item = foundItem(parameters, store);
  return { reason: { Code: 'ConditionalCheckFailed', Message, ...(Item && { Item }) } };
}

function refuseRepeatedItems(actions: readonly Action[]): void {
  const keys = actions.flatMap(({ store }) => [...store.touched.keys()]);
  if (new Set(keys).size < keys.length) {
    throw validationRefusal('Transaction request cannot include multiple operations on one item');
  }
}

const reporting = z.object({
  ConsumedCapacity: z.object({ TableName: z.string(), CapacityUnits: z.number() }),
});

/** A transaction reads and writes each item twice, to prepare and to commit. */
const TRANSACTION_FACTOR = 2;

/** The consumed capacity of a transaction, by the reports of its actions: one entry a table, without indexes. */
function transactionCapacity(results: readonly unknown[]): object {
  const reports = results.flatMap((result) => reporting.safeParse(result).data?.ConsumedCapacity ?? []);
  if (reports.length === 0) return {};
  const tables = Map.groupBy(reports, ({ TableName }) => TableName);
  const ConsumedCapacity = [...tables].map(([TableName, ofTable]) => ({
    TableName,
    CapacityUnits: TRANSACTION_FACTOR * ofTable.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0),
  }));
  return { ConsumedCapacity };
}
