import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Engine } from './engine/engine.ts';
import { exceptionOf, messageOf } from './store/answer.ts';
import { type TableProperties, tableProperties } from './table/table-properties.ts';
import type { TableSettingsStore } from './table/table-settings.ts';

const description = z.object({
  Table: tableProperties.pick({ KeySchema: true, GlobalSecondaryIndexes: true }),
});

/** Creates a missing table. Throws an Error that names how an existing one differs. */
export async function ensureTable(
  { engine, tables }: { engine: Engine; tables: TableSettingsStore },
  tableName: string,
  properties: TableProperties,
): Promise<void> {
  const described = await engine.execute('DescribeTable', { TableName: tableName });
  if (exceptionOf(described) === 'ResourceNotFoundException')
    await createTable(engine, tableName, properties);
  else refuseChanges(tableName, properties, description.parse(described.body).Table);
  const { TimeToLiveSpecification: timeToLive, StreamSpecification: stream } = properties;
  await tables.save({
    tableName,
    keyNames: properties.KeySchema.map((key) => key.AttributeName),
    hasStream: stream !== undefined,
    timeToLiveAttribute: timeToLive?.Enabled ? timeToLive.AttributeName : undefined,
  });
}

async function createTable(engine: Engine, tableName: string, properties: TableProperties): Promise<void> {
  const { StreamSpecification: _stream, TimeToLiveSpecification: _timeToLive, ...input } = properties;
  const answer = await engine.execute('CreateTable', {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    ...input,
  });
  if (answer.status !== 200)
    throw new Error(`Table ${tableName} could not be made: ${messageOf(answer.body)}`);
}

function refuseChanges(
  tableName: string,
  { KeySchema, GlobalSecondaryIndexes: indexes = [] }: TableProperties,
  existing: z.infer<typeof description>['Table'],
): void {
  if (!isDeepStrictEqual(existing.KeySchema, KeySchema)) throw differs(tableName, 'its key');
  for (const index of indexes) {
    const same = existing.GlobalSecondaryIndexes?.some(
      (other) => other.IndexName === index.IndexName && isSame(other, index),
    );
    if (!same) throw differs(tableName, `its index ${index.IndexName}`);
  }
}

type Index = NonNullable<TableProperties['GlobalSecondaryIndexes']>[number];

function isSame(a: Index, b: Index): boolean {
  return (
    isDeepStrictEqual(a.KeySchema, b.KeySchema) &&
    a.Projection.ProjectionType === b.Projection.ProjectionType &&
    isDeepStrictEqual(new Set(a.Projection.NonKeyAttributes), new Set(b.Projection.NonKeyAttributes))
  );
}

function differs(tableName: string, what: string): Error {
  return new Error(
    `Table ${tableName} exists, but ${what} differs from the template's, which cannot be changed: start with an empty data folder.`,
  );
}
