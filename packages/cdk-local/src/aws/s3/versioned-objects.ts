import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { ObjectName, Objects, ObjectVersion, StoredObject } from './objects.ts';
import { fileOf, keyOf, orUndefined, writeAtomically } from './write-atomically.ts';

const history = z.array(
  z.object({ id: z.string(), contentType: z.string().optional(), modifiedAt: z.coerce.date() }),
);
type History = z.infer<typeof history>;

const HISTORY = 'history.json';

/** Objects with all their versions: https://docs.aws.amazon.com/AmazonS3/latest/userguide/versioning-workflows.html */
export class VersionedObjects implements Objects {
  readonly #directory: string;
  /** The last change of each key: the next one waits for it. */
  readonly #changes = new Map<string, Promise<unknown>>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  put(name: ObjectName, { body, contentType }: Omit<StoredObject, 'modifiedAt'>): Promise<string> {
    return this.#change(name, async (versions) => {
      const id = randomUUID();
      await writeAtomically(join(this.#folder(name), id), body);
      return { versions: [{ id, contentType, modifiedAt: new Date() }, ...versions], result: id };
    });
  }

  async get(name: ObjectName): Promise<StoredObject | undefined> {
    const [latest] = await this.#history(name);
    if (latest?.contentType === undefined) return undefined;
    const { id, contentType, modifiedAt } = latest;
    const body = await orUndefined(() => readFile(join(this.#folder(name), id)));
    return body && { body, contentType, modifiedAt };
  }

  delete(name: ObjectName): Promise<string> {
    return this.#change(name, async (versions) => {
      const id = randomUUID();
      return { versions: [{ id, modifiedAt: new Date() }, ...versions], result: id };
    });
  }

  deleteVersion(name: ObjectName, id: string): Promise<void> {
    return this.#change(name, async (versions) => {
      if (versions.some((version) => version.id === id))
        await rm(join(this.#folder(name), id), { force: true });
      return { versions: versions.filter((version) => version.id !== id), result: undefined };
    });
  }

  async versions(bucket: string, prefix: string): Promise<readonly ObjectVersion[]> {
    const folders = (await orUndefined(() => readdir(join(this.#directory, bucket, 'versions')))) ?? [];
    const found: ObjectVersion[] = [];
    for (const key of folders
      .map(keyOf)
      .filter((each) => each.startsWith(prefix))
      .sort()) {
      const versions = await this.#history({ bucket, key });
      for (const [index, { id, contentType, modifiedAt }] of versions.entries())
        found.push({ key, id, isLatest: index === 0, isDeleteMarker: contentType === undefined, modifiedAt });
    }
    return found;
  }

  async #history(name: ObjectName): Promise<History> {
    const written = await orUndefined(() => readFile(join(this.#folder(name), HISTORY), 'utf8'));
    return written === undefined ? [] : history.parse(JSON.parse(written));
  }

  /** Changes the history of a key, after any change that is under way. */
  #change<T>(
    name: ObjectName,
    change: (versions: History) => Promise<{ readonly versions: History; readonly result: T }>,
  ): Promise<T> {
    const folder = this.#folder(name);
    const work = async () => {
      const { versions, result } = await change(await this.#history(name));
      if (versions.length > 0) await writeAtomically(join(folder, HISTORY), JSON.stringify(versions));
      else await rm(folder, { recursive: true, force: true });
      return result;
    };
    const changed = (this.#changes.get(folder) ?? Promise.resolve()).then(work, work);
    this.#changes.set(folder, changed);
    const forget = () => {
      if (this.#changes.get(folder) === changed) this.#changes.delete(folder);
    };
    changed.then(forget, forget);
    return changed;
  }

  #folder({ bucket, key }: ObjectName): string {
    return join(this.#directory, bucket, 'versions', fileOf(key));
  }
}
