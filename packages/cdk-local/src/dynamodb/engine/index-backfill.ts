import db from 'dynalite/db/index.js';
import { isObject } from '../store/answer.ts';
import { itemPrefix } from '../store/buffered-store.ts';
import type { Item } from '../store/change.ts';
import type { DatabaseWrite } from '../store/database.ts';
import type { GlobalSecondaryIndex } from './engine.ts';
import type { OperationSource } from './prepared-operation.ts';

/** Adds a global secondary index to a table of the embedded store, with entries for existing items. */
export async function addIndex(
  { database, region }: OperationSource,
  change: { tableName: string; index: GlobalSecondaryIndex; attributeDefinitions: readonly object[] },
): Promise<void> {
  const { tableName, index } = change;
  const key = `table~${tableName}`;
  const stored = database.getSync(key);
  const table = isObject(stored) ? stored : {};
  const indexes: readonly unknown[] = Array.isArray(table.GlobalSecondaryIndexes)
    ? table.GlobalSecondaryIndexes
    : [];
  const added = {
    ...index,
    IndexArn: `arn:aws:dynamodb:${region}:000000000000:table/${tableName}/index/${index.IndexName}`,
    IndexStatus: 'ACTIVE',
    IndexSizeBytes: 0,
    ItemCount: 0,
    ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 },
  };
  const value = {
    ...table,
    AttributeDefinitions: change.attributeDefinitions,
    GlobalSecondaryIndexes: [...indexes, added],
  };
  const writes: DatabaseWrite[] = [{ type: 'put', key, value }];
  const prefix = itemPrefix(tableName);
  for await (const item of database.values({ gt: prefix, lt: `${prefix}\xff` })) {
    if (!isObject(item) || !fits(item, index, change.attributeDefinitions)) continue;
    for (const put of db.getIndexActions([index], null, item, value).puts) {
      writes.push({ type: 'put', key: `index-global~${tableName}~${put.index}~${put.key}`, value: put.item });
    }
  }
  await database.batch(writes);
}

/** Omits an item whose attribute has another type than the index's key, like AWS. */
function fits(item: Item, index: GlobalSecondaryIndex, definitions: readonly object[]): boolean {
  return index.KeySchema.every(({ AttributeName }) => {
    const definition = definitions.find(
      (one) => 'AttributeName' in one && one.AttributeName === AttributeName,
    );
    const type = definition && 'AttributeType' in definition ? String(definition.AttributeType) : '';
    const value = item[AttributeName];
    return isObject(value) && type in value;
  });
}
