import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  NULL_VERSION,
  type ObjectName,
  type Objects,
  type ObjectVersion,
  type StoredObject,
} from './objects.ts';
import { VersionedObjects } from './versioned-objects.ts';
import { fileOf, keyOf, orUndefined, writeAtomically } from './write-atomically.ts';

/** The objects of all buckets, as plain files; their content types and cache headers are in files beside them. */
export class ObjectStore implements Objects {
  /** The same for buckets with versioning. */
  readonly versioned: Objects;
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    this.versioned = new VersionedObjects(directory);
  }

  async put(
    name: ObjectName,
    { body, contentType, cacheControl }: Omit<StoredObject, 'modifiedAt'>,
  ): Promise<string> {
    const lines = [contentType, ...(cacheControl === undefined ? [] : [cacheControl])];
    await writeAtomically(this.#path(name, 'types'), lines.join('\n'));
    await writeAtomically(this.#path(name, 'objects'), body);
    return NULL_VERSION;
  }

  async get(name: ObjectName): Promise<StoredObject | undefined> {
    const path = this.#path(name, 'objects');
    return orUndefined(async () => {
      const [body, type, { mtime: modifiedAt }] = await Promise.all([
        readFile(path),
        readFile(this.#path(name, 'types'), 'utf8'),
        stat(path),
      ]);
      const [contentType = '', cacheControl] = type.split('\n');
      return { body, contentType, ...(cacheControl !== undefined && { cacheControl }), modifiedAt };
    });
  }

  async delete(name: ObjectName): Promise<undefined> {
    await rm(this.#path(name, 'objects'), { force: true });
    await rm(this.#path(name, 'types'), { force: true });
  }

  async deleteVersion(name: ObjectName, id: string): Promise<void> {
    if (id === NULL_VERSION) await this.delete(name);
  }

  async versions(bucket: string, prefix: string): Promise<readonly ObjectVersion[]> {
    const files = (await orUndefined(() => readdir(join(this.#directory, bucket, 'objects')))) ?? [];
    const keys = files.map(keyOf).filter((key) => key.startsWith(prefix));
    const found: ObjectVersion[] = [];
    for (const key of keys.sort()) {
      const object = await this.get({ bucket, key });
      const { modifiedAt } = object ?? {};
      if (modifiedAt)
        found.push({ key, id: NULL_VERSION, isLatest: true, isDeleteMarker: false, modifiedAt });
    }
    return found;
  }

  #path({ bucket, key }: ObjectName, part: 'objects' | 'types'): string {
    return join(this.#directory, bucket, part, fileOf(key));
  }
}
