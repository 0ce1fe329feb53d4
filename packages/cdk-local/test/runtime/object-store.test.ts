import { beforeEach, describe, expect, it } from 'vitest';
import { ObjectStore } from '../../src/aws/s3/object-store.ts';
import { listVersions } from '../../src/aws/s3/s3-operations.ts';
import { temporaryDirectory } from '../support/resources.ts';

const name = { bucket: 'sounds', key: 'user/call.mp3' };
const sound = (text: string) => ({ contentType: 'audio/mpeg', body: Buffer.from(text) });

let store: ObjectStore;
let directory: ReturnType<typeof temporaryDirectory>;

beforeEach(() => {
  directory = temporaryDirectory();
  store = new ObjectStore(directory.path);
  return () => directory.remove();
});

const bodyOf = async (key = name) => (await store.versioned.get(key))?.body.toString();
const versions = async (prefix = '') =>
  (await store.versioned.versions('sounds', prefix)).map(
    ({ key, id, isLatest, isDeleteMarker }) =>
      `${key} ${id}${isLatest ? ' latest' : ''}${isDeleteMarker ? ' marker' : ''}`,
  );

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/versioning-workflows.html */
describe('a bucket with versioning', () => {
  it('keeps the object that a newer one replaces', async () => {
    const first = await store.versioned.put(name, sound('one'));
    const second = await store.versioned.put(name, sound('two'));

    expect(await bodyOf()).toBe('two');
    expect(await versions()).toEqual([`user/call.mp3 ${second} latest`, `user/call.mp3 ${first}`]);
  });

  it('marks a deleted object, which is back without its marker', async () => {
    const id = await store.versioned.put(name, sound('one'));
    const marker = (await store.versioned.delete(name)) ?? '';

    const deleted = await bodyOf();
    const listed = await versions();
    await store.versioned.deleteVersion(name, marker);

    expect(deleted).toBeUndefined();
    expect(listed).toEqual([`user/call.mp3 ${marker} latest marker`, `user/call.mp3 ${id}`]);
    expect(await bodyOf()).toBe('one');
  });

  it('keeps every one of many changes at the same time, also after a restart', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.versioned.put(name, sound(String(index)))),
    );

    store = new ObjectStore(directory.path);

    expect((await store.versioned.versions('sounds', '')).map(({ id }) => id)).toEqual(ids.reverse());
  });

  it('lists the versions of keys with a prefix, page by page', async () => {
    for (const key of ['a/1', 'a/2', 'b/1']) {
      await store.versioned.put({ bucket: 'sounds', key }, sound('one'));
      await store.versioned.delete({ bucket: 'sounds', key });
    }
    const page = (query: string) => listVersions(store.versioned, 'sounds', new URLSearchParams(query));

    const first = await page('versions=&prefix=a%2F&max-keys=3');
    const marker = /<NextVersionIdMarker>(.*?)</.exec(first)?.[1];
    const second = await page(`versions=&prefix=a%2F&key-marker=a%2F2&version-id-marker=${marker}`);

    expect(
      [...first.matchAll(/<(Version|DeleteMarker)><Key>(.*?)</g)].map(([, kind, key]) => `${kind} ${key}`),
    ).toEqual(['DeleteMarker a/1', 'Version a/1', 'DeleteMarker a/2']);
    expect(first).toContain('<IsTruncated>true</IsTruncated><NextKeyMarker>a/2</NextKeyMarker>');
    expect([...second.matchAll(/<(?:Version|DeleteMarker)><Key>(.*?)</g)].map(([, key]) => key)).toEqual([
      'a/2',
    ]);
    expect(second).toContain('<IsTruncated>false</IsTruncated>');
  });
});

describe('a bucket that keeps no versions', () => {
  it('lists each object as the version null, with which it is deleted', async () => {
    await store.put(name, sound('none'));
    await store.put(name, sound('one'));

    const listed = await store.versions('sounds', 'user/');
    await store.deleteVersion(name, 'null');

    expect(listed).toMatchObject([{ key: name.key, id: 'null', isLatest: true, isDeleteMarker: false }]);
    expect([await store.get(name), await store.versions('sounds', '')]).toEqual([undefined, []]);
  });
});
