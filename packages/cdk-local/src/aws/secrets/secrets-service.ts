import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Resource, Resources } from '../../template/resource.ts';
import { AwsError } from '../protocol/aws-error.ts';
import type { Service } from '../protocol/service.ts';

const inputSchema = z.object({
  SecretId: z.string(),
  VersionStage: z.enum(['AWSCURRENT', 'AWSPREVIOUS']).default('AWSCURRENT'),
});
type Input = z.infer<typeof inputSchema>;

/** Secrets Manager with values in memory, each in its only version, by secret ARN, name, or logical id. */
export function createSecretsService(
  resources: Resources,
  values: Readonly<Record<string, string>>,
): Service {
  const CreatedDate = Date.now() / 1000;
  const VersionId = randomUUID();
  const VersionStages = ['AWSCURRENT'];
  const textOf = (secret: Resource) =>
    values[secret.ref] ?? values[nameOf(secret)] ?? values[secret.logicalId];

  const operations: Readonly<Record<string, (secret: Resource, input: Input) => object>> = {
    GetSecretValue: (secret, { VersionStage: stage }) => {
      const SecretString = stage === 'AWSCURRENT' ? textOf(secret) : undefined;
      if (SecretString === undefined) {
        throw notFound(`Secrets Manager can't find the specified secret value for staging label: ${stage}`);
      }
      return { SecretString, VersionId, VersionStages, CreatedDate };
    },
    // A secret with a configured value also has a generated one, which this ignores.
    DescribeSecret: (secret) => ({
      VersionIdsToStages: {
        generated: ['AWSPREVIOUS'],
        ...(textOf(secret) !== undefined && { [VersionId]: VersionStages }),
      },
    }),
    ListSecretVersionIds: (secret) => ({
      Versions: textOf(secret) === undefined ? [] : [{ VersionId, VersionStages, CreatedDate }],
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
