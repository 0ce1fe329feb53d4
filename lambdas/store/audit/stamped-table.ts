import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Actor, type ChangeStamp, timeOf } from '../../domain/audit/audit-entry.ts';
import { type NewId, newId } from '../../runtime/ids.ts';
import { deletionNoteKey, type Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { auditedRecord, isStamped } from './audited-items.ts';

/** Parameters of a request to DynamoDB, or a part of them. */
type Parameters = Readonly<Record<string, unknown>>;

/** Seconds for which the note of a deletion is kept: longer than a stream and its retries. */
const NOTE_KEPT_SECONDS = 7 * 86_400;

/**
 * A table whose writes record who made them. Every write of an audited record stores a stamp in `changed_by`; every
 * deletion stores a note with a stamp in the same transaction. The written data cannot set a stamp of their own.
 */
export function stampedTable(table: Table, actor: Actor, stampId: NewId = newId): Table {
  const middlewareStack = table.client.middlewareStack.clone();
  const stamp = (): ChangeStamp => ({ id: stampId(), ...actor });
  middlewareStack.add(
    (next, { commandName = '' }) =>
      (request) =>
        next({
          ...request,
          input: Object.assign({}, request.input, changedInput(commandName, request.input, stamp)),
        }),
    // Before the client copies maps into other objects.
    { step: 'initialize', priority: 'high', name: 'ChangeStamps' },
  );
  const client: DynamoDBDocumentClient = Object.create(table.client, {
    middlewareStack: { value: middlewareStack },
  });
  return { ...table, client };
}

/** The parameters of a request that the stamp changes. */
function changedInput(commandName: string, given: object, stamp: () => ChangeStamp): Parameters {
  const input: Parameters = { ...given };
  switch (commandName) {
    case 'PutItemCommand':
      return stampedPut(input, stamp);
    case 'UpdateItemCommand':
      return stampedUpdate(input, stamp);
    case 'TransactWriteItemsCommand':
      return { TransactItems: listOf(input.TransactItems).flatMap((write) => stampedWrite(write, stamp)) };
    case 'DeleteItemCommand':
      if (isAudited(input.Key))
        throw new Error('The deletion of an audited record must be in a transaction.');
      return {};
    case 'BatchWriteItemCommand':
      throw new Error('A batch of writes cannot tell who made them; use a transaction.');
    default:
      return {};
  }
}

/** One write of a transaction, with the note if it is a deletion. */
function stampedWrite(write: Parameters, stamp: () => ChangeStamp): Parameters[] {
  const { Put, Update, Delete } = write;
  if (isParameters(Put)) return [{ Put: { ...Put, ...stampedPut(Put, stamp) } }];
  if (isParameters(Update)) return [{ Update: { ...Update, ...stampedUpdate(Update, stamp) } }];
  if (isParameters(Delete) && isAudited(Delete.Key))
    return [write, { Put: { TableName: Delete.TableName, Item: noteOf(Delete.Key, stamp()) } }];
  return [write];
}

function stampedPut({ Item }: Parameters, stamp: () => ChangeStamp): Parameters {
  if (!isKey(Item) || !isStamped(Item)) return {};
  return { Item: { ...Item, changed_by: stamp() } };
}

function stampedUpdate(update: Parameters, stamp: () => ChangeStamp): Parameters {
  const { Key, UpdateExpression: expression } = update;
  if (!isKey(Key) || !isStamped(Key) || typeof expression !== 'string') return {};
  const assignment = '#changed_by = :changed_by';
  return {
    UpdateExpression: SET.test(expression)
      ? expression.replace(SET, `SET ${assignment}, `)
      : `SET ${assignment} ${expression}`,
    ExpressionAttributeNames: { ...partOf(update.ExpressionAttributeNames), '#changed_by': 'changed_by' },
    ExpressionAttributeValues: { ...partOf(update.ExpressionAttributeValues), ':changed_by': stamp() },
  };
}

/** The clause of an update that sets fields. */
const SET = /(?<![\w#:])SET\s+/;

function noteOf(key: Key, stamp: ChangeStamp): Parameters {
  const expires_at = Math.floor(timeOf(stamp).getTime() / 1000) + NOTE_KEPT_SECONDS;
  return { ...deletionNoteKey(key, stamp.id), changed_by: stamp, expires_at };
}

const isAudited = (key: unknown): key is Key => isKey(key) && auditedRecord(key) !== undefined;

const isParameters = (value: unknown): value is Parameters => typeof value === 'object' && value !== null;

const isKey = (value: unknown): value is Key & Parameters =>
  isParameters(value) && typeof value.pk === 'string' && typeof value.sk === 'string';

const partOf = (value: unknown): Parameters => (isParameters(value) ? value : {});

const listOf = (value: unknown): readonly Parameters[] =>
  Array.isArray(value) ? value.filter(isParameters) : [];
