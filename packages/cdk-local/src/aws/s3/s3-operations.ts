import { createHash } from 'node:crypto';
import type { HttpAnswer } from '../protocol/answer-request.ts';
import type { SignedRequest } from '../protocol/authenticate.ts';
import type { ObjectName, ObjectStore, ObjectVersion } from './object-store.ts';
import { s3Error } from './s3-error.ts';

export interface S3Operation {
  readonly name: string;
  /** The action that it needs. @default its name */
  readonly action?: string;
  readonly keyAction?: 'kms:Decrypt' | 'kms:GenerateDataKey';
  /** Returns undefined if the object doesn't exist. The key is empty for a bucket. */
  run(objects: ObjectStore, name: ObjectName, request: SignedRequest): Promise<HttpAnswer | undefined>;
}

const getObject: S3Operation = {
  name: 'GetObject',
  keyAction: 'kms:Decrypt',
  run: async (objects, name, { url, headers: asked }) => {
    const found = await objects.get(name);
    if (!found) return undefined;
    const { body, contentType, modifiedAt } = found;
    const headers = {
      'content-type': url.searchParams.get('response-content-type') ?? contentType,
      'last-modified': modifiedAt.toUTCString(),
      'accept-ranges': 'bytes',
      etag: etagOf(body),
    };
    const range = byteRange(asked.range, body.length);
    if (range === 'none') throw s3Error('InvalidRange', 'The requested range is not satisfiable');
    if (!range) return { status: 200, headers, body };
    const { first, last } = range;
    return {
      status: 206,
      headers: { ...headers, 'content-range': `bytes ${first}-${last}/${body.length}` },
      body: body.subarray(first, last + 1),
    };
  },
};

const putObject: S3Operation = {
  name: 'PutObject',
  keyAction: 'kms:GenerateDataKey',
  run: async (objects, name, { headers, body }) => {
    const contentType = headers['content-type'] ?? 'binary/octet-stream';
    await objects.put(name, { body, contentType });
    return { status: 200, headers: { etag: etagOf(body) } };
  },
};

const deleteObject: S3Operation = {
  name: 'DeleteObject',
  run: async (objects, name) => {
    const marker = await objects.delete(name);
    const headers = marker === undefined ? {} : { 'x-amz-delete-marker': 'true', 'x-amz-version-id': marker };
    return { status: 204, headers };
  },
};

const deleteObjectVersion: S3Operation = {
  name: 'DeleteObject',
  action: 'DeleteObjectVersion',
  run: async (objects, name, { url }) => {
    const id = url.searchParams.get('versionId') ?? '';
    await objects.deleteVersion(name, id);
    return { status: 204, headers: { 'x-amz-version-id': id } };
  },
};

const listObjectVersions: S3Operation = {
  name: 'ListObjectVersions',
  action: 'ListBucketVersions',
  run: async (objects, { bucket }, { url }) => {
    const body = await listVersions(objects, bucket, url.searchParams);
    return { status: 200, headers: { 'content-type': 'application/xml' }, body };
  },
};

/** A request's operation, if the local runtime supports it. */
export function operationOf(method: string, { pathname, searchParams }: URL): S3Operation | undefined {
  const key = pathname.split('/').slice(2).join('/');
  if (key === '') return method === 'GET' && searchParams.has('versions') ? listObjectVersions : undefined;
  if (searchParams.has('versionId')) return method === 'DELETE' ? deleteObjectVersion : undefined;
  return { GET: getObject, PUT: putObject, DELETE: deleteObject }[method];
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The bytes that a `Range` requests; undefined for the whole object, and `none` if it has no such bytes. */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  // Without a first byte, the number counts from the end.
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to));
  if (from !== '' && to !== '' && Number(to) < first) return undefined;
  return first > last ? 'none' : { first, last };
}

const MOST = 1000;

/** The XML of a page of versions: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html */
export async function listVersions(
  objects: ObjectStore,
  bucket: string,
  query: URLSearchParams,
): Promise<string> {
  const all = await objects.versions(bucket, query.get('prefix') ?? '');
  const after = all.findIndex((version) => isAt(version, query));
  const rest = all.slice(after + 1);
  const page = rest.slice(0, Math.min(MOST, Number(query.get('max-keys') ?? MOST)));
  const last = page.length < rest.length ? page.at(-1) : undefined;
  const next = last ? element('NextKeyMarker', last.key) + element('NextVersionIdMarker', last.id) : '';
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
    `${element('Name', bucket)}${element('IsTruncated', String(last !== undefined))}${next}` +
    `${page.map(describe).join('')}</ListVersionsResult>`
  );
}

/** Whether a page begins after this version. */
const isAt = ({ key, id }: ObjectVersion, query: URLSearchParams) =>
  key === query.get('key-marker') && id === query.get('version-id-marker');

function describe({ key, id, isLatest, isDeleteMarker, modifiedAt }: ObjectVersion): string {
  const name = isDeleteMarker ? 'DeleteMarker' : 'Version';
  const fields = [
    element('Key', key),
    element('VersionId', id),
    element('IsLatest', String(isLatest)),
    element('LastModified', modifiedAt.toISOString()),
  ];
  return `<${name}>${fields.join('')}</${name}>`;
}

function element(name: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}>${escaped}</${name}>`;
}
