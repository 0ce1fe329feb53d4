import { setTimeout as wait } from 'node:timers/promises';
import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { type AccountConnection, accountConnection } from '../domain/account-connection.ts';
import { type Action, action } from '../domain/action.ts';
import { type Agent, agent } from '../domain/agent.ts';
import { type StoredNumber, storedNumber } from '../domain/number.ts';
import { type Prompt, prompt } from '../domain/prompt.ts';
import { type VectorDatabase, vectorDatabase } from '../domain/vector-database.ts';
import { type Voice, voice } from '../domain/voice.ts';
import { type Webhook, webhook } from '../domain/webhook.ts';
import { type Key, recordKey } from './keys.ts';
import { additionsOf, writeToLists } from './listing-changes.ts';
import type { WriteItem } from './listing-transaction.ts';
import type { Table } from './table.ts';

/** The records that users configure and refer to, by kind. */
export interface ConfigurationRecords {
  account_connection: AccountConnection;
  action: Action;
  agent: Agent;
  number: StoredNumber;
  prompt: Prompt;
  vector_database: VectorDatabase;
  voice: Voice;
  webhook: Webhook;
}
export type ConfigurationKind = keyof ConfigurationRecords;

const parsers: { readonly [K in ConfigurationKind]: (item: unknown) => ConfigurationRecords[K] } = {
  account_connection: (item) => accountConnection.parse(item),
  action: (item) => action.parse(item),
  agent: (item) => agent.parse(item),
  number: (item) => storedNumber.parse(item),
  prompt: (item) => prompt.parse(item),
  vector_database: (item) => vectorDatabase.parse(item),
  voice: (item) => voice.parse(item),
  webhook: (item) => webhook.parse(item),
};

/** Names one record of a user. */
export interface RecordName {
  readonly kind: ConfigurationKind;
  readonly id: string;
}

/** A record to be stored, with its kind. */
export type NewRecord = {
  [K in ConfigurationKind]: { kind: K; record: ConfigurationRecords[K] };
}[ConfigurationKind];

/** The user's record, or undefined when there is none. */
export async function getRecord<K extends ConfigurationKind>(
  table: Table,
  userId: string,
  kind: K,
  id: string,
): Promise<ConfigurationRecords[K] | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: recordKey(userId, kind, id), ConsistentRead: true }),
  );
  return Item && parsers[kind](Item);
}

/** Records found by their names. */
export class FoundRecords {
  readonly #items = new Map<string, Record<string, unknown>>();

  constructor(items: readonly Record<string, unknown>[]) {
    for (const item of items) this.#items.set(String(item.sk), item);
  }

  /** The record, or undefined when it was not found. */
  get<K extends ConfigurationKind>(kind: K, id: string): ConfigurationRecords[K] | undefined {
    const item = this.#items.get(recordKey('', kind, id).sk);
    return item && parsers[kind](item);
  }

  /** These records together with ones that were just made. */
  with(records: readonly NewRecord[]): FoundRecords {
    const made = records.map(({ kind, record }) => ({
      ...recordKey(record.user_id, kind, record.id),
      ...record,
    }));
    return new FoundRecords([...this.#items.values(), ...made]);
  }

  /** The record; one that is not there is a fault in the stored data. */
  require<K extends ConfigurationKind>(kind: K, id: string): ConfigurationRecords[K] {
    const record = this.get(kind, id);
    if (!record) throw new Error(`The ${kind} ${id} is referred to but not stored.`);
    return record;
  }
}

/** Finds up to 100 of a user's records in one request (more only when DynamoDB asks to come again). */
export async function findRecords(
  table: Table,
  userId: string,
  names: readonly RecordName[],
): Promise<FoundRecords> {
  const unique = new Map<string, Key>();
  for (const { kind, id } of names) unique.set(`${kind} ${id}`, recordKey(userId, kind, id));
  const items: Record<string, unknown>[] = [];
  let keys: Record<string, unknown>[] = [...unique.values()];
  for (let attempt = 0; keys.length > 0; attempt++) {
    if (attempt > 5) throw new Error('DynamoDB left records unprocessed six times in a row.');
    if (attempt > 0) await wait(20 * 2 ** attempt);
    const batch = await getBatch(table, keys);
    items.push(...batch.items);
    keys = batch.unprocessed;
  }
  return new FoundRecords(items);
}

async function getBatch(table: Table, keys: Record<string, unknown>[]) {
  const { Responses, UnprocessedKeys } = await table.client.send(
    new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: true } } }),
  );
  return { items: Responses?.[table.name] ?? [], unprocessed: UnprocessedKeys?.[table.name]?.Keys ?? [] };
}

/** What `createRecords` does with the table. */
export const CREATE_RECORDS = ['GetItem', 'PutItem', 'UpdateItem'] as const;

/** Stores new records in their users' lists, and makes further writes with them, all or none: the only way in. */
export async function createRecords(
  table: Table,
  records: readonly NewRecord[],
  further: readonly WriteItem[] = [],
): Promise<void> {
  const puts = records.map(({ kind, record }) => ({
    Put: {
      TableName: table.name,
      Item: { ...recordKey(record.user_id, kind, record.id), ...record },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }));
  const names = records.map(({ kind, record }) => ({ kind, userId: record.user_id, id: record.id }));
  if (puts.length > 0) await writeToLists(table, { records: puts, additions: additionsOf(names), further });
}
