import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file atomically, so that no reader sees a part of it. */
export async function writeAtomically(path: string, content: Buffer | string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(temporary, content);
  await rename(temporary, path);
}

/** The name of a key's file: it never leads out of its folder. */
export const fileOf = (key: string): string => encodeURIComponent(key).replace(/^\./, '%2E');

/** The key of a file. */
export const keyOf = (file: string): string => decodeURIComponent(file);

/** The result of reading a file, or undefined if the file does not exist. */
export async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
