import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { readConnection } from '#cli/settings/connection-file.ts';
import { id } from '../lambdas/platform/fields.ts';
import { type Table, tableOf } from '../lambdas/platform/table/table.ts';
import { SCOPES } from '../lambdas/tokens/model/scopes.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { tableName } from '../lib/constructs/store.ts';
import { CommandError, text, textOr, UsageError } from './command.ts';

/** Options of commands for operators that also work on the local service. */
export const LOCAL = {
  endpoint: text('URL', 'the local service: aws_endpoint_url of .local/connection.json'),
  data: textOr('.local', 'FOLDER', "its data folder, which has the operator's key"),
};

/** The values of these options. */
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

/** An option's UUID. Throws UsageError if it is missing. */
export function uuidIn(option: string, given: string | undefined): string {
  const parsed = id.safeParse(given);
  if (!parsed.success) throw new UsageError(`--${option} must be a UUID.`);
  return parsed.data;
}

/** The scopes in a comma-separated list. Throws CommandError for an unknown scope. */
export function scopesIn(given: string): string[] {
  const scopes = given.split(',');
  const unknown = scopes.filter((name) => !SCOPES.includes(name));
  if (unknown.length === 0) return scopes;
  throw new CommandError(`--scopes: unknown ${unknown.join(', ')}. Must be of: ${SCOPES.join(', ')}.`);
}

/** The message of an operator's command about an unexpected failure, usually one of AWS. */
export function explainFailure(error: unknown): string {
  const failure = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  if (failure.includes('ECONNREFUSED'))
    return 'The local service does not answer: start it with "npm start".';
  if (failure.startsWith('CredentialsProviderError'))
    return 'No AWS credentials were found. For the local service, add --endpoint with aws_endpoint_url of .local/connection.json.';
  return error instanceof Error ? error.message : failure;
}
