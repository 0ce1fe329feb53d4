import { type Answer, answerOf, exceptionOf, isObject, Refusal } from '../store/answer.ts';
import type { BufferedStore } from '../store/buffered-store.ts';
import { isDynaliteOperation } from '../store/dynalite-operations.ts';
import type { GroupedDatabase } from '../store/grouped-writes.ts';
import type { StreamLog } from '../stream/stream-log.ts';
import { pick } from '../stream/stream-record.ts';
import type { Engine, Outcome } from './engine.ts';
import { foundItem, type OperationSource, prepareOperation } from './prepared-operation.ts';
import { transactWrite } from './transact-write.ts';

const writeOperations = new Set(['BatchWriteItem', 'CreateTable', 'DeleteItem', 'PutItem', 'UpdateItem']);

/** Runs dynalite's operations in this process. Each, or a whole transaction, is one atomic batch. */
export function createEmbeddedEngine(
  source: OperationSource & { readonly database: GroupedDatabase },
  log: StreamLog,
): Engine {
  const { database } = source;
  const alone = createSingleWriter();
  return {
    async execute(operation, input, userIdentity) {
      /** Answers when everything that the answer depends on is stored; the next writer starts before that. */
      const commit = async (work: () => Promise<Outcome>) => {
        const { answer, stored } = await alone(async () => {
          const { answer, writes, changes } = await work();
          const stored =
            answer.status === 200 ? log.commit(writes, changes, userIdentity) : database.allStored();
          return { answer, stored };
        });
        await stored;
        return answer;
      };
      if (operation === 'TransactWriteItems') return commit(() => transactWrite(source, input));
      if (writeOperations.has(operation)) return commit(() => runOperation(source, operation, input));
      const stored = { ...source, database: database.stored };
      return (await runOperation(stored, operation, input)).answer;
    },
    idle: () => alone(async () => undefined),
  };
}

const CONDITION_FAILED = 'ConditionalCheckFailedException';

const unknownOperation: Answer = {
  status: 400,
  body: { __type: 'com.amazon.coral.service#UnknownOperationException' },
};

async function runOperation(source: OperationSource, operation: string, input: unknown): Promise<Outcome> {
  if (!isDynaliteOperation(operation)) return { answer: unknownOperation, writes: [], changes: [] };
  try {
    const { run, store } = prepareOperation(source, operation, input);
    const answer = withLastKey(withFoundItem(await answerOf(run), input, store), input, store);
    if (answer.status !== 200) return { answer, writes: [], changes: [] };
    if (operation === 'CreateTable') activate(answer.body);
    return { answer, writes: store.writes, changes: store.changes };
  } catch (error) {
    if (error instanceof Refusal) return { answer: error.answer, writes: [], changes: [] };
    throw error;
  }
}

/** Adds the item that failed the condition, if the request asks for it, because dynalite does not. */
function withFoundItem(answer: Answer, input: unknown, store: BufferedStore): Answer {
  if (exceptionOf(answer) !== CONDITION_FAILED || !isObject(answer.body)) return answer;
  const item = isObject(input) ? foundItem(input, store) : undefined;
  return item === undefined ? answer : { ...answer, body: { ...answer.body, Item: item } };
}

/** Activates the table at once, where dynalite would wait a moment, so that a crash leaves no half-created table. */
function activate(body: unknown): void {
  const table = isObject(body) && isObject(body.TableDescription) ? body.TableDescription : {};
  table.TableStatus = 'ACTIVE';
  const indexes = Array.isArray(table.GlobalSecondaryIndexes) ? table.GlobalSecondaryIndexes : [];
  for (const index of indexes) if (isObject(index)) index.IndexStatus = 'ACTIVE';
}

type SingleWriter = <T>(work: () => Promise<T>) => Promise<T>;

/** One writer at a time: records are numbered in storage order, and transactions cannot deadlock. */
function createSingleWriter(): SingleWriter {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Adds the next page's start key after a full page; dynalite counts characters as bytes, and may have missed the end. */
function withLastKey(answer: Answer, input: unknown, store: BufferedStore): Answer {
  const last = store.page.items.at(-1);
  if (!store.page.isFull || !last || !isObject(input) || !isObject(answer.body)) return answer;
  if (answer.status !== 200 || answer.body.LastEvaluatedKey !== undefined) return answer;
  const table = store.description(String(input.TableName));
  const indexes = Array.isArray(table.GlobalSecondaryIndexes) ? table.GlobalSecondaryIndexes : [];
  const index = indexes.find((one) => isObject(one) && one.IndexName === input.IndexName);
  const LastEvaluatedKey = pick(last, [...keyNames(table), ...keyNames(index)]);
  return { ...answer, body: { ...answer.body, LastEvaluatedKey } };
}

function keyNames(keyed: unknown): string[] {
  const schema = isObject(keyed) && Array.isArray(keyed.KeySchema) ? keyed.KeySchema : [];
  return schema.flatMap((key) => (isObject(key) ? [String(key.AttributeName)] : []));
}
