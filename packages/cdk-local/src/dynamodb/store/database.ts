import { Level } from 'level';
import { MemoryLevel } from 'memory-level';
import { StartError } from '../../start-error.ts';

export type DatabaseWrite =
  | { readonly type: 'put'; readonly key: string; readonly value: unknown }
  | { readonly type: 'del'; readonly key: string };

export interface KeyRange {
  gt?: string;
  gte?: string;
  lt?: string;
  lte?: string;
  limit?: number;
  reverse?: boolean;
}

export interface Database {
  /** Reads synchronously: faster than waiting for another thread. */
  getSync(key: string): unknown;
  batch(writes: DatabaseWrite[]): Promise<void>;
  keys(range: KeyRange): AsyncIterable<string>;
  values(range: KeyRange): AsyncIterable<unknown>;
  clear(range: KeyRange): Promise<void>;
  close(): Promise<void>;
}

/** Opens the store in a folder (created if missing), or in memory. Throws StartError if it cannot be used. */
export async function openDatabase(directory: string | undefined): Promise<Database> {
  if (directory !== undefined) return openLevel(directory);
  const memory = new MemoryLevel<string, unknown>({ valueEncoding: 'json' });
  await memory.open();
  return memory;
}

export async function openLevel(directory: string): Promise<Level<string, unknown>> {
  const level = new Level<string, unknown>(directory, { valueEncoding: 'json' });
  try {
    await level.open();
  } catch (error) {
    throw new StartError(`The data folder ${directory} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
  return level;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  if ('code' in cause && cause.code === 'LEVEL_LOCKED')
    return 'another process uses it. Stop that one, or give another folder with --data.';
  if ('code' in cause && cause.code === 'EACCES') return 'it is not writable.';
  return cause.message.split('\n', 1)[0] ?? 'unknown reason';
}
