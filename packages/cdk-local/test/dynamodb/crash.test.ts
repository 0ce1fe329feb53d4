import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DynamoDb, openDynamoDb } from '../../src/dynamodb/dynamodb.ts';
import type { DynamoDbStreamRecord } from '../../src/dynamodb/stream/stream-record.ts';
import { TABLE } from './calls-table.ts';

const ROUNDS = 4;
const writer = join(import.meta.dirname, 'writer-process.ts');

/** Runs the writer, kills it within 80 ms of its first acknowledged write, and returns the acknowledged names. */
async function writeUntilKilled(args: string[]): Promise<string[]> {
  const child = spawn(process.execPath, [writer, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child.stdout, 'data');
  await pause(Math.random() * 80);
  child.kill('SIGKILL');
  await once(child, 'close');
  return output.split('\n').slice(0, -1);
}

type StoredItem = Record<string, { S?: string; N?: string }>;

async function allItems(db: DynamoDb, index: object = {}): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  let start: unknown;
  do {
    const { body } = await db.execute('Scan', { TableName: TABLE, ...index, ExclusiveStartKey: start });
    const page = body as { Items: []; LastEvaluatedKey?: unknown };
    items.push(...page.Items);
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
}

/** The transactions of a list of items or records, each with its stored parts. */
function partsOf(sortKeys: string[]): Map<string, string> {
  const parts = new Map<string, string>();
  for (const key of sortKeys.toSorted()) {
    const [name, part] = key.split('.');
    if (name && part) parts.set(name, (parts.get(name) ?? '') + part);
  }
  return parts;
}

const sortKeyOf = ({ dynamodb }: DynamoDbStreamRecord) => (dynamodb.Keys.sk as { S: string }).S;

async function expectWhole(db: DynamoDb, acknowledged: string[]): Promise<void> {
  const items = await allItems(db);
  const records = await db.stream(TABLE, 'test').read(Number.MAX_SAFE_INTEGER);
  const stored = partsOf(items.map((item) => item.sk!.S!));
  const indexed = await allItems(db, { IndexName: 'by-number' });

  expect([...stored.values()].filter((parts) => parts !== 'abc')).toEqual([]);
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  expect(partsOf(records.map(sortKeyOf))).toEqual(stored);
  expect(partsOf(indexed.map((item) => item.sk!.S!))).toEqual(stored);
  for (const counter of items.filter((item) => item.n)) {
    const history = records.filter((record) => sortKeyOf(record) === counter.sk!.S);
    const counts = history.map(({ dynamodb }) => (dynamodb.NewImage as StoredItem).n!.N);
    expect(counts).toEqual(Array.from({ length: Number(counter.n!.N) }, (_, index) => `${index + 1}`));
  }
}

describe('a process that is killed while it writes', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dynamodb-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('keeps every acknowledged write with its record, and no partial transaction', async () => {
    const acknowledged: string[] = [];

    for (let round = 0; round < ROUNDS; round += 1) {
      acknowledged.push(...(await writeUntilKilled([`${round}`, directory])));

      const db = await openDynamoDb({ directory, region: 'us-east-1' });
      await expectWhole(db, acknowledged);
      await db.close();
    }
  });
});
