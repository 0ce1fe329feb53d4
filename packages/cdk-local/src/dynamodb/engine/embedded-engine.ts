import { withCapacity } from '../capacity/consumed-capacity.ts';
import { type Answer, answerOf, exceptionOf, isObject, Refusal } from '../store/answer.ts';
import type { BufferedStore } from '../store/buffered-store.ts';
import { isDynaliteOperation } from '../store/dynalite-operations.ts';
import { createSingleWriter } from '../store/single-writer.ts';
import type { StreamLog } from '../stream/stream-log.ts';
import type { Engine } from './engine.ts';
import { foundItem } from './found-item.ts';
import { addIndex } from './index-backfill.ts';
import type { Outcome } from './outcome.ts';
import { type OperationSource, prepareOperation } from './prepared-operation.ts';
import { withLastKey } from './query-page.ts';
import { transactGet } from './transact-get.ts';
import { transactWrite } from './transact-write.ts';

const writeOperations = new Set(['BatchWriteItem', 'CreateTable', 'DeleteItem', 'PutItem', 'UpdateItem']);

/**
 * Runs dynalite's operations in this process. An operation, or a whole transaction, is one atomic batch of items, index
 * entries and stream records: after a crash it is complete or absent.
 */
export function createEmbeddedEngine(source: OperationSource, log: StreamLog): Engine {
  const alone = createSingleWriter();
  return {
    async execute(operation, input, userIdentity) {
      const commit = (work: () => Promise<Outcome>) =>
        alone(async () => {
          const { answer, writes, changes } = await work();
          if (answer.status === 200) await log.commit(writes, changes, userIdentity);
          return answer;
        });
      if (operation === 'TransactWriteItems') return commit(() => transactWrite(source, input));
      if (operation === 'TransactGetItems') return alone(() => transactGet(source, input));
      if (writeOperations.has(operation)) return commit(() => runOperation(source, operation, input));
      return (await runOperation(source, operation, input)).answer;
    },
    addIndex: (tableName, index, attributeDefinitions) =>
      alone(() => addIndex(source, { tableName, index, attributeDefinitions })),
    idle: () => alone(async () => undefined),
  };
}

const unknownOperation: Answer = {
  status: 400,
  body: { __type: 'com.amazon.coral.service#UnknownOperationException' },
};

async function runOperation(source: OperationSource, operation: string, input: unknown): Promise<Outcome> {
  if (!isDynaliteOperation(operation)) return { answer: unknownOperation, writes: [], changes: [] };
  try {
    const { run, store } = prepareOperation(source, operation, input);
    const found = withLastKey(withFoundItem(await answerOf(run), input, store), input, store);
    const answer = withCapacity(found, { operation, input, store });
    if (operation === 'CreateTable') activate(answer.body);
    return { answer, writes: store.writes, changes: store.changes };
  } catch (error) {
    if (error instanceof Refusal) return { answer: error.answer, writes: [], changes: [] };
    throw error;
  }
}

/** Adds the item that failed the condition, if the request asks for it; dynalite does not. */
function withFoundItem(answer: Answer, input: unknown, store: BufferedStore): Answer {
  if (exceptionOf(answer) !== 'ConditionalCheckFailedException' || !isObject(answer.body)) return answer;
  const item = isObject(input) ? foundItem(input, store) : undefined;
  return item === undefined ? answer : { ...answer, body: { ...answer.body, Item: item } };
}

/** dynalite would activate the table a moment later. Doing it at once leaves no half-created table after a crash. */
function activate(body: unknown): void {
  const table = isObject(body) && isObject(body.TableDescription) ? body.TableDescription : {};
  table.TableStatus = 'ACTIVE';
  const indexes = Array.isArray(table.GlobalSecondaryIndexes) ? table.GlobalSecondaryIndexes : [];
  for (const index of indexes) if (isObject(index)) index.IndexStatus = 'ACTIVE';
}
