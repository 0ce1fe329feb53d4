import * as z from 'zod';
import type { Resource, Resources } from '../template/resource.ts';
import { readPolicy } from './read-policy.ts';
import type { Statement } from './statement.ts';

const queuePolicySchema = z.object({ PolicyDocument: z.unknown(), Queues: z.array(z.string()) });
const bucketPolicySchema = z.object({ PolicyDocument: z.unknown(), Bucket: z.string() });
const keySchema = z.object({ KeyPolicy: z.unknown() });

/** The statements of a queue's policy for the principal (a role's ARN or a service such as events.amazonaws.com). */
export function queuePolicyFor(resources: Resources, queueUrl: string, principal: string): Statement[] {
  return resources
    .filter(({ type }) => type === 'AWS::SQS::QueuePolicy')
    .flatMap((resource) => {
      const { PolicyDocument, Queues } = queuePolicySchema.parse(resource.properties);
      return Queues.includes(queueUrl) ? readPolicy(PolicyDocument, nameOf(resource)) : [];
    })
    .filter((statement) => concerns(statement, principal));
}

/** The statements of a bucket's policy for the principal (a role's ARN). */
export function bucketPolicyFor(resources: Resources, bucket: string, principal: string): Statement[] {
  return resources
    .filter(({ type }) => type === 'AWS::S3::BucketPolicy')
    .flatMap((resource) => {
      const { PolicyDocument, Bucket } = bucketPolicySchema.parse(resource.properties);
      return Bucket === bucket ? readPolicy(PolicyDocument, nameOf(resource)) : [];
    })
    .filter((statement) => concerns(statement, principal));
}

/** The statements of a key's policy for the principal. Statements for the whole account delegate to the roles. */
export function keyPolicyFor(key: Resource, principal: string): Statement[] {
  return readPolicy(keySchema.parse(key.properties).KeyPolicy, nameOf(key)).filter((statement) =>
    concerns(statement, principal),
  );
}

function concerns({ principals }: Statement, principal: string): boolean {
  return principals.includes('*') || principals.includes(principal);
}

function nameOf({ stack, logicalId }: Resource): string {
  return `${stack}/${logicalId}`;
}
