import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Resource, Resources } from '../../template/resource.ts';
import { AwsError } from '../protocol/aws-error.ts';
import type { Service } from '../protocol/service.ts';

const inputSchema = z.object({
  SecretId: z.string(),
  SecretString: z.string().optional(),
  VersionStage: z.enum(['AWSCURRENT', 'AWSPREVIOUS']).default('AWSCURRENT'),
});
type Input = z.infer<typeof inputSchema>;
type Stage = Input['VersionStage'];

/** A version of a secret; `createdAt` is in seconds. */
interface Version {
  readonly value: string;
  readonly versionId: string;
  readonly createdAt: number;
}

/** Secrets Manager with values in memory, which are set now, by secret ARN, name, or logical id. */
export function createSecretsService(
  resources: Resources,
  initial: Readonly<Record<string, string>>,
): Service {
  const createdAt = Date.now() / 1000;
  const versions = new Map<string, Partial<Record<Stage, Version>>>();
  for (const secret of resources.filter(({ type }) => type === 'AWS::SecretsManager::Secret')) {
    const value = initial[secret.ref] ?? initial[nameOf(secret)] ?? initial[secret.logicalId];
    if (value !== undefined)
      versions.set(secret.ref, { AWSCURRENT: { value, versionId: randomUUID(), createdAt } });
  }

  const operations: Readonly<Record<string, (secret: Resource, input: Input) => object>> = {
    GetSecretValue: (secret, { VersionStage: stage }) => {
      const stored = versions.get(secret.ref)?.[stage];
      if (!stored) {
        throw notFound(`Secrets Manager can't find the specified secret value for staging label: ${stage}`);
      }
      return {
        SecretString: stored.value,
        VersionId: stored.versionId,
        VersionStages: [stage],
        CreatedDate: stored.createdAt,
      };
    },
    PutSecretValue: (secret, { SecretString: value = '' }) => {
      const versionId = randomUUID();
      const former = versions.get(secret.ref)?.AWSCURRENT;
      versions.set(secret.ref, {
        AWSCURRENT: { value, versionId, createdAt: Date.now() / 1000 },
        ...(former && { AWSPREVIOUS: former }),
      });
      return { VersionId: versionId, VersionStages: ['AWSCURRENT'] };
    },
    // A secret that was given a value has the generated one besides.
    DescribeSecret: (secret) => ({
      VersionIdsToStages: Object.fromEntries([
        ['generated', ['AWSPREVIOUS']],
        ...Object.entries(versions.get(secret.ref) ?? {}).map(([stage, { versionId }]) => [
          versionId,
          [stage],
        ]),
      ]),
    }),
    ListSecretVersionIds: (secret) => ({
      Versions: Object.entries(versions.get(secret.ref) ?? {}).map(([stage, { versionId, createdAt }]) => ({
        VersionId: versionId,
        VersionStages: [stage],
        CreatedDate: createdAt,
      })),
    }),
  };

  return {
    handle: async ({ operation, input, access }) => {
      const run = operations[operation];
      if (!run)
        throw new AwsError('UnknownOperationException', `${operation} is not known to the local runtime`);
      const request = inputSchema.parse(input);
      const secret = findSecret(resources, request.SecretId);
      if (!secret) throw notFound("Secrets Manager can't find the specified secret.");
      access.check({ action: `secretsmanager:${operation}`, resource: secret.ref });
      return { status: 200, body: { ARN: secret.ref, Name: nameOf(secret), ...run(secret, request) } };
    },
  };
}

function findSecret(resources: Resources, id: string): Resource | undefined {
  return resources.find(
    (resource) =>
      resource.type === 'AWS::SecretsManager::Secret' && (resource.ref === id || nameOf(resource) === id),
  );
}

/** The name in an ARN such as arn:aws:secretsmanager:region:account:secret:name-abcdef. */
function nameOf({ ref }: Resource): string {
  return ref.split(':').slice(6).join(':').slice(0, -7);
}

function notFound(message: string): AwsError {
  return new AwsError('ResourceNotFoundException', message);
}
