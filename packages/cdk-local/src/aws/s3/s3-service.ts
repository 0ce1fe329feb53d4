import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { Faults, ServiceError } from '../../faults/faults.ts';
import { LostAnswer } from '../../faults/lost-answer.ts';
import { bucketPolicyFor } from '../../iam/resource-policies.ts';
import { readProperties } from '../../template/properties.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { accessOf } from '../protocol/access.ts';
import { readRequest } from '../protocol/answer-request.ts';
import type { SignedRequest } from '../protocol/authenticate.ts';
import type { AwsRequestRecord } from '../protocol/aws-request.ts';
import type { Caller, CallerOf } from '../protocol/caller.ts';
import type { ObjectName, ObjectStore } from './object-store.ts';
import { errorDocument, s3Error, toS3Error } from './s3-error.ts';
import { operationOf, type S3Answer, type S3Operation } from './s3-operations.ts';

export interface S3Options {
  readonly resources: Resources;
  readonly objects: ObjectStore;
  readonly callerOf: CallerOf;
  readonly faults: Faults;
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
  const operation = operationOf(method, url);
  let functionName: string | undefined;
  let answered: S3Answer;
  try {
    const request = await readRequest(message);
    const { headers } = request;
    if (!operation)
      throw s3Error('MethodNotAllowed', `${method} of this address is not known to the local runtime`);
    const caller = options.callerOf(request);
    functionName = caller.kind === 'function' ? caller.functionName : undefined;
    const work = () => run({ operation, bucket, request, caller }, options);
    answered = await options.faults.request(
      {
        service: 's3',
        operation: operation.name,
        about: () => ({ subject: bucket.ref, items: 0 }),
        functionName,
        traceHeader: headers['x-amzn-trace-id']?.toString(),
        sdkId: headers['amz-sdk-invocation-id']?.toString(),
      },
      { whole: work, part: work, refuse: errorAnswer },
    );
  } catch (fault) {
    if (fault instanceof LostAnswer) {
      response.destroy();
      return;
    }
    const error = toS3Error(fault);
    if (error.code === 'AccessDenied') options.report(`Denied: ${error.message}`);
    if (error.status >= 500) options.report(`s3.${operation?.name} failed: ${error.message}`);
    answered = errorAnswer(error);
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

function errorAnswer(error: ServiceError): S3Answer {
  const headers = { 'content-type': 'application/xml' };
  return { status: error.status, headers, body: Buffer.from(errorDocument(error)) };
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
    readonly request: SignedRequest;
    readonly caller: Caller;
  },
  { resources, objects }: S3Options,
): Promise<S3Answer> {
  const name = nameOf(request.url, bucket);
  const stored = keepsVersions(bucket) ? objects.versioned : objects;
  const access = accessOf(caller, resources);
  const resourcePolicy = bucketPolicyFor(resources, bucket.ref, access.roleArn ?? '');
  const arn = bucket.attributes.Arn ?? '';
  const resource = name.key === '' ? arn : `${arn}/${name.key}`;
  access.check({ action: `s3:${operation.action ?? operation.name}`, resource, resourcePolicy });
  if (operation.keyAction) access.checkKey(bucket, operation.keyAction);
  const answered = await operation.run(stored, name, request);
  if (answered) return answered;
  // Only callers that may list the bucket learn that the object does not exist.
  access.check({ action: 's3:ListBucket', resource: arn, resourcePolicy });
  throw s3Error('NoSuchKey', 'The specified key does not exist.');
}

function nameOf({ pathname }: URL, bucket: Resource): ObjectName {
  const key = pathname.split('/').slice(2).map(decodeURIComponent).join('/');
  return { bucket: bucket.ref, key };
}

const Versioning = z.object({
  VersioningConfiguration: z.object({ Status: z.enum(['Enabled', 'Suspended']) }).optional(),
});

/** Whether a bucket has versioning. Throws if its versioning is suspended: the local runtime does not emulate that. */
function keepsVersions(bucket: Resource): boolean {
  const { VersioningConfiguration } = readProperties(bucket, Versioning);
  if (VersioningConfiguration?.Status === 'Suspended')
    throw s3Error('InternalError', 'A bucket with suspended versioning is not supported here');
  return VersioningConfiguration !== undefined;
}
