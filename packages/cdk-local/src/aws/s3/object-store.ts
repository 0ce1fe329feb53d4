import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** An object of a bucket. */
export interface StoredObject {
  readonly body: Buffer;
  readonly contentType: string;
  readonly modifiedAt: Date;
}

/** The location of an object. */
export interface ObjectName {
  readonly bucket: string;
  readonly key: string;
}

/** The objects of all buckets, as plain files; their content types are in files beside them. */
export class ObjectStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Stores an object atomically, replacing one of the same name. */
  async put(name: ObjectName, { body, contentType }: Omit<StoredObject, 'modifiedAt'>): Promise<void> {
    await write(this.#path(name, 'types'), contentType);
    await write(this.#path(name, 'objects'), body);
  }

  async get(name: ObjectName): Promise<StoredObject | undefined> {
    const path = this.#path(name, 'objects');
    try {
      const [body, contentType, { mtime: modifiedAt }] = await Promise.all([
        readFile(path),
        readFile(this.#path(name, 'types'), 'utf8'),
        stat(path),
      ]);
      return { body, contentType, modifiedAt };
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Deletes an object; a missing one is no error. */
  async delete(name: ObjectName): Promise<void> {
    await rm(this.#path(name, 'objects'), { force: true });
    await rm(this.#path(name, 'types'), { force: true });
  }

  /** Throws if a key leads out of its bucket's folder. */
  #path({ bucket, key }: ObjectName, part: 'objects' | 'types'): string {
    return join(this.#directory, bucket, part, encodeURIComponent(key).replace(/^\./, '%2E'));
  }
}

/** Writes atomically, so that nobody reads a partial file. */
async function write(path: string, content: Buffer | string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(temporary, content);
  await rename(temporary, path);
}
