import * as z from 'zod';
import type { RequestContext } from '../../iam/condition.ts';
import { isAllowed } from '../../iam/is-allowed.ts';
import { keyPolicyFor } from '../../iam/resource-policies.ts';
import type { Statement } from '../../iam/statement.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { AwsError } from './aws-error.ts';
import type { Caller } from './caller.ts';

/** The permissions of a caller; each check throws AccessDeniedException if the policies do not grant the action. */
export interface Access {
  /** The caller's role; undefined for the runtime itself. */
  readonly roleArn: string | undefined;
  check(need: Need): void;
  /** Checks access to the customer key, if any, that encrypts a resource. */
  checkKey(encrypted: Resource | undefined, action: 'kms:Decrypt' | 'kms:GenerateDataKey'): void;
}

export interface Need {
  readonly action: string;
  readonly resource: string;
  readonly context?: RequestContext;
  readonly resourcePolicy?: readonly Statement[];
}

/** The permissions of a caller on the stacks' resources. */
export function accessOf(caller: Caller, resources: Resources): Access {
  if (caller.kind === 'operator') return { roleArn: undefined, check: () => {}, checkKey: () => {} };
  const check = (need: Need) => {
    const statements = [...caller.statements, ...(need.resourcePolicy ?? [])];
    if (!isAllowed(statements, need)) throw denied(caller, need);
  };
  return {
    roleArn: caller.roleArn,
    check,
    checkKey: (encrypted, action) => {
      const key = encrypted && keyOf(resources, encrypted);
      if (!key) return;
      const resourcePolicy = keyPolicyFor(key, caller.roleArn);
      check({ action, resource: key.attributes.Arn ?? '', resourcePolicy });
    },
  };
}

function denied(caller: Extract<Caller, { kind: 'function' }>, { action, resource }: Need): AwsError {
  const session = caller.roleArn
    .replace(':iam:', ':sts:')
    .replace(':role/', ':assumed-role/')
    .concat(`/${caller.functionName}`);
  return new AwsError(
    'AccessDeniedException',
    `User: ${session} is not authorized to perform: ${action} on resource: ${resource} ` +
      `because no identity-based policy allows the ${action} action`,
  );
}

const encryptedSchema = z.object({
  SSESpecification: z.object({ KMSMasterKeyId: z.string().optional() }).optional(),
  BucketEncryption: z
    .object({
      ServerSideEncryptionConfiguration: z.array(
        z.object({
          ServerSideEncryptionByDefault: z.object({ KMSMasterKeyID: z.string().optional() }).optional(),
        }),
      ),
    })
    .optional(),
});

/** The customer key that encrypts a table or bucket. Returns undefined for an AWS-owned key. */
function keyOf(resources: Resources, encrypted: Resource): Resource | undefined {
  const properties = encryptedSchema.parse(encrypted.properties);
  const [ofBucket] = properties.BucketEncryption?.ServerSideEncryptionConfiguration ?? [];
  const id =
    properties.SSESpecification?.KMSMasterKeyId ?? ofBucket?.ServerSideEncryptionByDefault?.KMSMasterKeyID;
  return resources.find(
    ({ type, ref, attributes }) => type === 'AWS::KMS::Key' && (id === ref || id === attributes.Arn),
  );
}
