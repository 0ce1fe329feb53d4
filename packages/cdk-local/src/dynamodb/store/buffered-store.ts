import { Stream } from 'node:stream';
import { isObject, Refusal } from './answer.ts';
import type { Change, Item } from './change.ts';
import type { Database, DatabaseWrite, KeyRange } from './database.ts';
import { itemSize } from './item-size.ts';

type Callback = (error: unknown, value?: unknown) => void;

/** dynalite limits BatchGetItem to 1 MB plus an item of this size: this makes it 16 MB, like DynamoDB. */
const MAX_ITEM_SIZE = 15 * 1024 * 1024;

export interface StoredChange extends Change {
  readonly key: string;
}

export const itemPrefix = (table: string) => `item-${table}~`;

/**
 * The store that dynalite's operations read and write, in dynalite's layout of keys. Reads go to the database; writes
 * are collected, so that an operation's items, index entries and stream records can be stored in one atomic batch, or
 * not at all.
 */
export class BufferedStore {
  readonly options = { maxItemSize: MAX_ITEM_SIZE, createTableMs: 0 };
  readonly tableDb;
  readonly page = new ScannedPage();
  readonly #database: Database;
  readonly #fail: (error: unknown) => void;
  readonly #writes = new Map<string, DatabaseWrite>();
  readonly #before = new Map<string, { table: string; item: Item | undefined }>();
  readonly #tables = new Map<string, Item>();

  constructor(database: Database, region: string, fail: (error: unknown) => void) {
    this.#database = database;
    this.#fail = fail;
    this.tableDb = { ...this.#section('table~'), awsRegion: region, awsAccountId: '000000000000' };
  }

  get writes(): DatabaseWrite[] {
    return [...this.#writes.values()];
  }

  /** The items that the collected writes change. */
  get changes(): StoredChange[] {
    return [...this.#before].flatMap(([key, { table, item: before }]) => {
      const write = this.#writes.get(key);
      if (write === undefined) return [];
      const value = write.type === 'put' ? write.value : undefined;
      return [{ key, table, before, after: isObject(value) ? value : undefined }];
    });
  }

  get touched(): ReadonlyMap<string, { readonly table: string; readonly item: Item | undefined }> {
    return this.#before;
  }

  /** The description of a table that was read; empty for another one. */
  description(table: string): Item {
    return this.#tables.get(table) ?? {};
  }

  getItemDb(table: string) {
    const prefix = itemPrefix(table);
    const section = this.#section(prefix, (key, value) => {
      if (!this.#before.has(key)) this.#before.set(key, { table, item: isObject(value) ? value : undefined });
    });
    return section;
  }

  getIndexDb(kind: string, table: string, index: string) {
    return this.#section(`index-${kind.toLowerCase()}~${table}~${index}~`);
  }

  /** Returns the table's description, or refuses with ResourceNotFoundException. */
  getTable(name: string, statusOrCallback: boolean | Callback, maybeCallback?: Callback): void {
    const callback = typeof statusOrCallback === 'function' ? statusOrCallback : maybeCallback;
    const named = statusOrCallback === false ? `: Table: ${name} not found` : '';
    const message = `Requested resource not found${named}`;
    this.#read(`table~${name}`, (error, table) => {
      if (isObject(table)) this.#tables.set(name, table);
      if (table !== undefined) callback?.(error, table);
      else callback?.(notFound(message));
    });
  }

  #section(prefix: string, onRead?: (key: string, value: unknown) => void) {
    const span = (range: KeyRange) => within(prefix, range);
    return {
      // The single writer already excludes others.
      lock: (_key: string, run: (release: (callback: Callback) => Callback) => void) =>
        run((callback) => callback),
      get: (key: string, callback: Callback) =>
        this.#read(prefix + key, (error, value) => {
          onRead?.(prefix + key, value);
          callback(error, value);
        }),
      put: (key: string, value: unknown, callback: Callback) =>
        this.#write({ type: 'put', key: prefix + key, value }, callback),
      del: (key: string, callback: Callback) => this.#write({ type: 'del', key: prefix + key }, callback),
      createValueStream: (range: KeyRange) =>
        new ValueStream(this.page.read(this.#database.values(span(range))), this.#fail),
    };
  }

  #read(key: string, callback: Callback): void {
    Promise.resolve(key)
      .then(() => callback(null, this.#database.getSync(key)))
      .catch(this.#fail);
  }

  #write(write: DatabaseWrite, callback: Callback): void {
    this.#writes.set(write.key, write);
    callback(null);
  }
}

function within(prefix: string, { gt, gte, lt, lte, limit, reverse }: KeyRange): KeyRange {
  const from = gt !== undefined && gte === undefined ? { gt: prefix + gt } : { gte: prefix + (gte ?? '') };
  const to = lte !== undefined ? { lte: prefix + lte } : { lt: prefix + (lt ?? '\xff') };
  return { ...from, ...to, limit: limit ?? -1, reverse: reverse ?? false };
}

function notFound(message: string): Refusal {
  const body = { __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException', message };
  return new Refusal({ status: 400, body });
}

/** An old-style stream of values, as dynalite's queries expect. A query that throws fails alone. */
class ValueStream extends Stream {
  #stopped = false;

  constructor(values: AsyncIterable<unknown>, fail: (error: unknown) => void) {
    super();
    this.#flow(values).catch(fail);
  }

  destroy(): void {
    this.#stopped = true;
  }

  async #flow(values: AsyncIterable<unknown>): Promise<void> {
    for await (const value of values) {
      if (this.#stopped) return;
      this.emit('data', value);
    }
    if (!this.#stopped) this.emit('end');
  }
}

/** Bytes that a Query or Scan reads before its page ends. */
const MAX_SIZE = 1024 * 1024;

class ScannedPage {
  readonly #items: Item[] = [];
  #size = 0;

  get items(): readonly Item[] {
    return this.#items;
  }

  get isFull(): boolean {
    return this.#size >= MAX_SIZE;
  }

  /** Passes values on until the page is full. */
  async *read(values: AsyncIterable<unknown>): AsyncIterable<Item> {
    for await (const value of values) {
      if (!isObject(value)) continue;
      this.#items.push(value);
      this.#size += itemSize(value);
      yield value;
      if (this.isFull) return;
    }
  }
}
