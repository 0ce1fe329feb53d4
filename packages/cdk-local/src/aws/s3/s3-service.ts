import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { bucketPolicyFor } from '../../iam/resource-policies.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { accessOf } from '../protocol/access.ts';
import type { AwsRequestRecord } from '../protocol/aws-request.ts';
import type { Caller } from '../protocol/caller.ts';
import { authenticate, type S3Request } from './authenticate.ts';
import type { ObjectName, ObjectStore } from './object-store.ts';
import { errorDocument, s3Error, toS3Error } from './s3-error.ts';
import { type S3Answer, type S3Operation, s3Operations } from './s3-operations.ts';

/** The dependencies of S3. */
export interface S3Options {
  readonly resources: Resources;
  readonly objects: ObjectStore;
  readonly callerOf: (authorization: string) => Caller;
  readonly report: (line: string) => void;
  readonly onRequest: ((record: AwsRequestRecord) => void) | undefined;
}

/** S3 for the stacks' buckets, in path style: handles requests below `/<bucket>/`. Returns false for any other. */
export function createS3Service(
  options: S3Options,
): (message: IncomingMessage, response: ServerResponse) => boolean {
  const { resources } = options;
  return (message, response) => {
    const url = new URL(message.url ?? '/', 'http://localhost');
    const [, bucketName = ''] = url.pathname.split('/');
    const bucket = resources.find(({ type, ref }) => type === 'AWS::S3::Bucket' && ref === bucketName);
    if (bucket) void answer({ bucket, url, message, response }, options);
    return bucket !== undefined;
  };
}

interface Exchange {
  readonly bucket: Resource;
  readonly url: URL;
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

async function answer({ bucket, url, message, response }: Exchange, options: S3Options): Promise<void> {
  const startedAt = performance.now();
  const { method = '' } = message;
  const operation = s3Operations[method];
  let functionName: string | undefined;
  let answered: S3Answer;
  try {
    const headers = Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
    );
    const request = { method, url, headers, body: await buffer(message) };
    if (!operation) throw s3Error('MethodNotAllowed', `${method} is not known to the local runtime`);
    const caller = options.callerOf(`Credential=${authenticate(request, new Date())}`);
    functionName = caller.kind === 'function' ? caller.functionName : undefined;
    answered = await run({ operation, bucket, request, caller }, options);
  } catch (fault) {
    const error = toS3Error(fault);
    if (error.code === 'AccessDenied') options.report(`Denied: ${error.message}`);
    if (error.status >= 500) options.report(`s3.${operation?.name} failed: ${error.message}`);
    const headers = { 'content-type': 'application/xml' };
    answered = { status: error.status, headers, body: Buffer.from(errorDocument(error)) };
  }
  response.writeHead(answered.status, { ...answered.headers, 'x-amz-request-id': randomUUID() });
  response.end(answered.body);
  options.onRequest?.({
    service: 's3',
    operation: operation?.name ?? method,
    functionName,
    durationMs: performance.now() - startedAt,
    capacityUnits: undefined,
    status: answered.status,
  });
}

async function run(
  {
    operation,
    bucket,
    request,
    caller,
  }: {
    readonly operation: S3Operation;
    readonly bucket: Resource;
    readonly request: S3Request;
    readonly caller: Caller;
  },
  { resources, objects }: S3Options,
): Promise<S3Answer> {
  const name = nameOf(request.url, bucket);
  const access = accessOf(caller, resources);
  const resourcePolicy = bucketPolicyFor(resources, bucket.ref, access.roleArn ?? '');
  const arn = bucket.attributes.Arn ?? '';
  access.check({ action: `s3:${operation.name}`, resource: `${arn}/${name.key}`, resourcePolicy });
  if (operation.keyAction) access.checkKey(bucket, operation.keyAction);
  const answered = await operation.run(objects, name, request);
  if (answered) return answered;
  // Only callers that may list the bucket learn that the object does not exist.
  access.check({ action: 's3:ListBucket', resource: arn, resourcePolicy });
  throw s3Error('NoSuchKey', 'The specified key does not exist.');
}

function nameOf({ pathname }: URL, bucket: Resource): ObjectName {
  const key = pathname.split('/').slice(2).map(decodeURIComponent).join('/');
  if (key === '')
    throw s3Error('MethodNotAllowed', 'Operations on buckets are not known to the local runtime');
  return { bucket: bucket.ref, key };
}
