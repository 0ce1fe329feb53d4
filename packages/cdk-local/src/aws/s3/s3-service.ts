import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Faults, ServiceError } from '../../faults/faults.ts';
import { resourcePolicyFor } from '../../iam/resource-policies.ts';
import { readProperties } from '../../template/properties.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { accessOf } from '../protocol/access.ts';
import { type FindHandler, type HttpAnswer, tracesOf } from '../protocol/answer-request.ts';
import type { SignedRequest } from '../protocol/authenticate.ts';
import type { Caller } from '../protocol/caller.ts';
import type { ObjectName, ObjectStore } from './object-store.ts';
import { errorDocument, s3Error, toS3Error } from './s3-error.ts';
import { operationOf, type S3Operation } from './s3-operations.ts';

export interface S3Options {
  readonly resources: Resources;
  readonly objects: ObjectStore;
  readonly faults: Faults;
}

/** S3 for the stacks' buckets, in path style: handles requests below `/<bucket>/`. */
export function createS3Service(options: S3Options): FindHandler {
  return ({ method = '', url: target = '/' }) => {
    const url = new URL(target, 'http://localhost');
    const [, bucketName = ''] = url.pathname.split('/');
    const bucket = options.resources.find(
      ({ type, ref }) => type === 'AWS::S3::Bucket' && ref === bucketName,
    );
    if (!bucket) return undefined;
    const operation = operationOf(method, url);
    return {
      service: 's3',
      operation: operation?.name ?? method,
      run: async (request, caller) => {
        if (!operation)
          throw s3Error('MethodNotAllowed', `${method} of this address is not known to the local runtime`);
        const work = () => run({ operation, bucket, request, caller }, options);
        const described = {
          service: 's3',
          operation: operation.name,
          about: () => ({ subject: bucket.ref, items: 0 }),
          functionName: caller.functionName,
          ...tracesOf(request.headers),
        };
        return options.faults.request(described, { whole: work, part: work, refuse: errorAnswer });
      },
      refuse: (error) => errorAnswer(toS3Error(error)),
    };
  };
}

function errorAnswer(error: ServiceError): HttpAnswer {
  return {
    status: error.status,
    headers: { 'content-type': 'application/xml', ...requestId() },
    body: errorDocument(error),
  };
}

const requestId = () => ({ 'x-amz-request-id': randomUUID() });

interface Request {
  readonly operation: S3Operation;
  readonly bucket: Resource;
  readonly request: SignedRequest;
  readonly caller: Caller;
}

async function run(
  { operation, bucket, request, caller }: Request,
  { resources, objects }: S3Options,
): Promise<HttpAnswer> {
  const name = nameOf(request.url, bucket);
  const stored = keepsVersions(bucket) ? objects.versioned : objects;
  const access = accessOf(caller, resources);
  const resourcePolicy = resourcePolicyFor(resources, bucket, access.roleArn ?? '');
  const arn = bucket.attributes.Arn ?? '';
  const resource = name.key === '' ? arn : `${arn}/${name.key}`;
  access.check({ action: `s3:${operation.action ?? operation.name}`, resource, resourcePolicy });
  if (operation.keyAction) access.checkKey(bucket, operation.keyAction);
  const answered = await operation.run(stored, name, request);
  if (answered) return { ...answered, headers: { ...answered.headers, ...requestId() } };
  // Only callers that may list the bucket learn that the object does not exist.
  access.check({ action: 's3:ListBucket', resource: arn, resourcePolicy });
  throw s3Error('NoSuchKey', 'The specified key does not exist.');
}

function nameOf({ pathname }: URL, bucket: Resource): ObjectName {
  const key = pathname.split('/').slice(2).map(decodeURIComponent).join('/');
  return { bucket: bucket.ref, key };
}

const Versioning = z.object({
  VersioningConfiguration: z
    .object({ Status: z.literal('Enabled', 'suspended versioning is not known to the local runtime') })
    .optional(),
});

const keepsVersions = (bucket: Resource): boolean =>
  readProperties(bucket, Versioning).VersioningConfiguration !== undefined;
