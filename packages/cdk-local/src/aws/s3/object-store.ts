import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';

export interface StoredObject {
  readonly body: Buffer;
  readonly contentType: string;
  readonly modifiedAt: Date;
}

export interface ObjectName {
  readonly bucket: string;
  readonly key: string;
}

export interface ObjectVersion {
  readonly key: string;
  /** `null` in a bucket without versioning. */
  readonly id: string;
  readonly isLatest: boolean;
  readonly isDeleteMarker: boolean;
  readonly modifiedAt: Date;
}

/** The versions of a key, the latest first; a delete marker has no content type. */
const history = z.array(
  z.object({
    id: z.string(),
    contentType: z.string().optional(),
    modifiedAt: z.coerce.date(),
  }),
);
type History = z.infer<typeof history>;

const HISTORY = 'history.json';

/** The only version of an object in a bucket without versioning. */
const NULL_VERSION = 'null';

/** The objects of all buckets: a folder for each key, with a file for each version. */
export class ObjectStore {
  /** The same for buckets with versioning. */
  readonly versioned: ObjectStore;
  readonly #directory: string;
  /** The latest change of each key, which the next one awaits. */
  readonly #changes = new Map<string, Promise<unknown>>();

  constructor(directory: string, keepsVersions = false) {
    this.#directory = directory;
    this.versioned = keepsVersions ? this : new ObjectStore(directory, true);
  }

  /** Stores an object atomically. Returns the new version's id. */
  put(name: ObjectName, { body, ...described }: Omit<StoredObject, 'modifiedAt'>): Promise<string> {
    return this.#change(name, async (versions) => {
      const id = this.#newId();
      await writeAtomically(join(this.#folder(name), id), body);
      const others = versions.filter((version) => version.id !== id);
      return { versions: [{ id, ...described, modifiedAt: new Date() }, ...others], result: id };
    });
  }

  async get(name: ObjectName): Promise<StoredObject | undefined> {
    const [latest] = await this.#history(name);
    if (latest?.contentType === undefined) return undefined;
    const { id, contentType, modifiedAt } = latest;
    const body = await orUndefined(() => readFile(join(this.#folder(name), id)));
    return body && { body, contentType, modifiedAt };
  }

  /** Deletes an object, or adds a delete marker; ignores a missing object. Returns the marker's id, if any. */
  async delete(name: ObjectName): Promise<string | undefined> {
    const id = this.#newId();
    if (id === NULL_VERSION) return this.deleteVersion(name, id);
    return this.#change(name, async (versions) => ({
      versions: [{ id, modifiedAt: new Date() }, ...versions],
      result: id,
    }));
  }

  /** Permanently deletes a version or marker; ignores a missing one. */
  deleteVersion(name: ObjectName, id: string): Promise<undefined> {
    return this.#change(name, async (versions) => ({
      versions: versions.filter((version) => version.id !== id),
      result: undefined,
    }));
  }

  /** All versions of the keys with a prefix: by key, the latest first. */
  async versions(bucket: string, prefix: string): Promise<readonly ObjectVersion[]> {
    const folders = (await orUndefined(() => readdir(join(this.#directory, bucket)))) ?? [];
    const keys = folders.map(decodeURIComponent).filter((key) => key.startsWith(prefix));
    const found: ObjectVersion[] = [];
    for (const key of keys.sort()) {
      const versions = await this.#history({ bucket, key });
      for (const [index, { id, contentType, modifiedAt }] of versions.entries())
        found.push({ key, id, isLatest: index === 0, isDeleteMarker: contentType === undefined, modifiedAt });
    }
    return found;
  }

  #newId(): string {
    return this.versioned === this ? randomUUID() : NULL_VERSION;
  }

  async #history(name: ObjectName): Promise<History> {
    const written = await orUndefined(() => readFile(join(this.#folder(name), HISTORY), 'utf8'));
    return written === undefined ? [] : history.parse(JSON.parse(written));
  }

  /** Changes a key's history, after any change in progress. */
  #change<T>(
    name: ObjectName,
    change: (versions: History) => Promise<{ readonly versions: History; readonly result: T }>,
  ): Promise<T> {
    const folder = this.#folder(name);
    const work = async () => {
      const before = await this.#history(name);
      const { versions, result } = await change(before);
      if (versions.length > 0) await writeAtomically(join(folder, HISTORY), JSON.stringify(versions));
      else await rm(folder, { recursive: true, force: true });
      for (const { id } of before)
        if (!versions.some((version) => version.id === id)) await rm(join(folder, id), { force: true });
      return result;
    };
    const changed = (this.#changes.get(folder) ?? Promise.resolve()).then(work, work);
    this.#changes.set(folder, changed);
    return changed;
  }

  /** The folder of a key, which never leads out of that of its bucket. */
  #folder({ bucket, key }: ObjectName): string {
    return join(this.#directory, bucket, encodeURIComponent(key).replace(/^\./, '%2E'));
  }
}

/** Writes a file atomically, so that no reader sees part of it. */
async function writeAtomically(path: string, content: Buffer | string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(temporary, content);
  await rename(temporary, path);
}

/** The result of reading a file, or undefined if the file does not exist. */
async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
