import { createHash } from 'node:crypto';
import type { S3Request } from './authenticate.ts';
import type { ObjectName, ObjectStore } from './object-store.ts';

/** An answer of S3. */
export interface S3Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** An operation on one object. */
export interface S3Operation {
  readonly name: string;
  /** The action on the bucket's key that it needs. */
  readonly keyAction?: 'kms:Decrypt' | 'kms:GenerateDataKey';
  /** Returns undefined if there is no such object. */
  run(objects: ObjectStore, name: ObjectName, request: S3Request): Promise<S3Answer | undefined>;
}

/** The operations that functions use, by HTTP method. */
export const s3Operations: Readonly<Record<string, S3Operation>> = {
  GET: {
    name: 'GetObject',
    keyAction: 'kms:Decrypt',
    run: async (objects, name, { url }) => {
      const found = await objects.get(name);
      if (!found) return undefined;
      const { body, contentType, modifiedAt } = found;
      const headers = {
        'content-type': url.searchParams.get('response-content-type') ?? contentType,
        'content-length': String(body.length),
        'last-modified': modifiedAt.toUTCString(),
        etag: etagOf(body),
      };
      return { status: 200, headers, body };
    },
  },
  PUT: {
    name: 'PutObject',
    keyAction: 'kms:GenerateDataKey',
    run: async (objects, name, { headers, body }) => {
      const contentType = headers['content-type'] ?? 'binary/octet-stream';
      await objects.put(name, { body, contentType });
      return { status: 200, headers: { etag: etagOf(body) } };
    },
  },
  DELETE: {
    name: 'DeleteObject',
    run: async (objects, name) => {
      await objects.delete(name);
      return { status: 204, headers: {} };
    },
  },
};

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}
