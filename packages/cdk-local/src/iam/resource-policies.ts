import * as z from 'zod';
import { nameOf } from '../template/properties.ts';
import type { Resource, Resources } from '../template/resource.ts';
import { readPolicy } from './read-policy.ts';
import type { Statement } from './statement.ts';

const policySchema = z.object({
  PolicyDocument: z.unknown(),
  Queues: z.array(z.string()).default([]),
  Bucket: z.string().optional(),
});
const keySchema = z.object({ KeyPolicy: z.unknown() });

const POLICIES: readonly string[] = ['AWS::SQS::QueuePolicy', 'AWS::S3::BucketPolicy'];

/** The statements about a queue or bucket for the principal (a role's ARN or a service such as events.amazonaws.com). */
export function resourcePolicyFor(resources: Resources, { ref }: Resource, principal: string): Statement[] {
  return resources
    .filter(({ type }) => POLICIES.includes(type))
    .flatMap((resource) => {
      const { PolicyDocument, Queues, Bucket } = policySchema.parse(resource.properties);
      return [...Queues, Bucket].includes(ref) ? readPolicy(PolicyDocument, nameOf(resource)) : [];
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
