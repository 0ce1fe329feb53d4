import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Resource, Resources } from '../../template/resource.ts';
import { AwsError } from '../protocol/aws-error.ts';
import type { Service } from '../protocol/service.ts';

const inputSchema = z.object({ SecretId: z.string(), SecretString: z.string().optional() });

/** Secrets Manager over values held in memory, by secret ARN, name, or logical id. */
export function createSecretsService(
  resources: Resources,
  initial: Readonly<Record<string, string>>,
): Service {
  const values = new Map<string, { readonly value: string; readonly versionId: string }>();
  for (const secret of resources.filter(({ type }) => type === 'AWS::SecretsManager::Secret')) {
    const value = initial[secret.ref] ?? initial[nameOf(secret)] ?? initial[secret.logicalId];
    if (value !== undefined) values.set(secret.ref, { value, versionId: randomUUID() });
  }

  const operations: Readonly<Record<string, (secret: Resource, value: string | undefined) => object>> = {
    GetSecretValue: (secret) => {
      const stored = values.get(secret.ref);
      if (!stored) {
        throw notFound("Secrets Manager can't find the specified secret value for staging label: AWSCURRENT");
      }
      return {
        SecretString: stored.value,
        VersionId: stored.versionId,
        VersionStages: ['AWSCURRENT'],
        CreatedDate: 0,
      };
    },
    PutSecretValue: (secret, value = '') => {
      const versionId = randomUUID();
      values.set(secret.ref, { value, versionId });
      return { VersionId: versionId, VersionStages: ['AWSCURRENT'] };
    },
    DescribeSecret: () => ({}),
  };

  return {
    handle: async ({ operation, input, access }) => {
      const run = operations[operation];
      if (!run)
        throw new AwsError('UnknownOperationException', `${operation} is not known to the local runtime`);
      const { SecretId, SecretString } = inputSchema.parse(input);
      const secret = findSecret(resources, SecretId);
      if (!secret) throw notFound("Secrets Manager can't find the specified secret.");
      access.check({ action: `secretsmanager:${operation}`, resource: secret.ref });
      access.checkKey(secret, operation === 'PutSecretValue' ? 'kms:GenerateDataKey' : 'kms:Decrypt');
      return { status: 200, body: { ARN: secret.ref, Name: nameOf(secret), ...run(secret, SecretString) } };
    },
  };
}

function findSecret(resources: Resources, id: string): Resource | undefined {
  return resources.find(
    (resource) =>
      resource.type === 'AWS::SecretsManager::Secret' && (resource.ref === id || nameOf(resource) === id),
  );
}

/** arn:aws:secretsmanager:region:account:secret:name-abcdef without all but the name. */
function nameOf({ ref }: Resource): string {
  return ref.split(':').slice(6).join(':').slice(0, -7);
}

function notFound(message: string): AwsError {
  return new AwsError('ResourceNotFoundException', message);
}
