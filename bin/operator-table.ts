import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { id } from '../lambdas/platform/fields.ts';
import { type Table, tableOf } from '../lambdas/platform/table/table.ts';
import { SCOPES } from '../lambdas/tokens/model/scopes.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { tableName } from '../lib/constructs/store.ts';
import { localAws } from './local-aws.ts';

/** The location of a table: in an environment, or in the local service. */
export interface TablePlace {
  readonly environment: string;
  /** The AWS endpoint of the local service. */
  readonly endpoint?: string | undefined;
  /** Its data folder. @default .local */
  readonly data?: string | undefined;
}

/** The table. Its changes name the operator as their author. Rejects if there is no such environment. */
export async function operatorTable({ environment, ...local }: TablePlace): Promise<Table> {
  const config = await findEnvironment(environment);
  const client = new DynamoDBClient({ region: config.region, ...localAws(local) });
  const table = tableOf(client, tableName(config));
  return { ...table, actor: { by: 'operator' } };
}

/** The UUID in a flag. Throws if the flag has none. */
export function uuidOf(flag: string, value: string | undefined, usage: string): string {
  const parsed = id.safeParse(value);
  if (!parsed.success) throw new Error(`--${flag} must be a UUID.\n${usage}`);
  return parsed.data;
}

/** The scopes in a comma-separated list. Throws for an unknown scope. */
export function scopesIn(text: string): string[] {
  const scopes = text.split(',');
  const unknown = scopes.filter((name) => !SCOPES.includes(name));
  if (unknown.length === 0) return scopes;
  throw new Error(`--scopes: there is no ${unknown.join(', ')}. Must be of: ${SCOPES.join(', ')}.`);
}

/** What a command that uses the table says of a failure. */
export function explainFailure(error: unknown): string {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  if (text.includes('ECONNREFUSED')) return 'The local service does not answer: start it with "npm start".';
  if (text.startsWith('CredentialsProviderError'))
    return 'There are no AWS credentials. For the local service, add --endpoint with aws_endpoint_url of .local/connection.json.';
  return error instanceof Error ? error.message : text;
}
