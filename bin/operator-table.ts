import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CommandError, explainsItself } from '#cli/errors.ts';
import { npmCommand } from '#cli/npm-command.ts';
import { readBy } from '#cli/option-values.ts';
import { readConnection } from '#cli/settings/connection-file.ts';
import { id } from '../lambdas/platform/fields.ts';
import { type Table, tableOf } from '../lambdas/platform/table/table.ts';
import { SCOPES } from '../lambdas/tokens/model/scopes.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { tableName } from '../lib/constructs/store.ts';

/** A command for operators that also works on the local service. */
export const operatorCommand = (name: string, description: string) =>
  npmCommand(name, description)
    .option('--environment <name>', 'the environment, with your AWS credentials', 'staging')
    .option('--endpoint <url>', 'the local service: aws_endpoint_url of .local/connection.json')
    .option('--data <folder>', "its data folder, which has the operator's key", '.local');

interface LocalPlace {
  readonly endpoint?: string | undefined;
  readonly data: string;
}

/** The local service's AWS endpoint, and the credentials of its operator. */
export interface LocalAws {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** The local service of a command's options; undefined without an endpoint. Throws CommandError without its key. */
export function localAws({ endpoint, data }: LocalPlace): LocalAws | undefined {
  if (endpoint === undefined) return undefined;
  const secretAccessKey = readConnection(data)?.operator_key;
  if (secretAccessKey !== undefined)
    return { endpoint, credentials: { accessKeyId: 'operator', secretAccessKey } };
  throw new CommandError(
    `${data} has no key of the local service: name the service's data folder with --data.`,
  );
}

/** The table of an environment or the local service. The operator is recorded as the author of changes. */
export async function operatorTable({
  environment,
  ...local
}: LocalPlace & { readonly environment: string }): Promise<Table> {
  const config = await findEnvironment(environment);
  const client = new DynamoDBClient({ region: config.region, ...localAws(local) });
  const table = tableOf(client, tableName(config));
  return { ...table, actor: { by: 'operator' } };
}

export const uuid = readBy((given) => id.safeParse(given).data, 'It must be a UUID.');

/** The scopes in a comma-separated list. */
export const scopes = readBy(
  (given) => {
    const names = given.split(',');
    return names.every((name) => SCOPES.includes(name)) ? names : undefined;
  },
  `They must be of: ${SCOPES.join(', ')}.`,
);

/** The message of an operator's command about an unexpected failure, usually one of AWS. */
export function explainFailure(error: unknown): string {
  if (explainsItself(error)) return error.message;
  const failure = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  if (failure.includes('ECONNREFUSED'))
    return 'The local service does not answer: start it with "npm start".';
  if (failure.startsWith('CredentialsProviderError'))
    return 'No AWS credentials were found. For the local service, add --endpoint with aws_endpoint_url of .local/connection.json.';
  return error instanceof Error ? error.message : failure;
}
