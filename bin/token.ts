// Creates, lists and revokes access tokens, in a deployed environment or (with --endpoint) in the local service.
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { v7 } from 'uuid';
import { id } from '../lambdas/domain/fields.ts';
import { createToken, listTokens, revokeToken } from '../lambdas/store/records/tokens.ts';
import { type Table, tableOf } from '../lambdas/store/table/table.ts';
import { production } from '../lib/config/production.ts';
import { staging } from '../lib/config/staging.ts';
import { tableName } from '../lib/constructs/store.ts';

const USAGE = `Usage: npm run token -- create [--user UUID] [--expires-in 30d|12h|45m]
       npm run token -- list --user UUID
       npm run token -- revoke --user UUID --id UUID
  --environment staging|production   where (default staging), with your AWS credentials
  --endpoint URL                     the local service: aws_endpoint_url of .local/connection.json`;

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const options = {
  user: { type: 'string' },
  id: { type: 'string' },
  'expires-in': { type: 'string' },
  environment: { type: 'string', default: 'staging' },
  endpoint: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Flags = ReturnType<typeof readArguments>['values'];

try {
  const { values, positionals } = readArguments();
  console.log(values.help ? USAGE : await run(positionals[0], values));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readArguments() {
  return parseArgs({ options, allowPositionals: true, strict: true });
}

async function run(command: string | undefined, flags: Flags): Promise<string> {
  if (command !== 'create' && command !== 'list' && command !== 'revoke') throw new Error(USAGE);
  const userId = uuid('user', flags.user ?? (command === 'create' ? v7() : undefined));
  const table = openTable(flags);
  if (command === 'create') {
    const { text, token } = await createToken(table, {
      userId,
      now: new Date(),
      ...expiry(flags['expires-in']),
    });
    return JSON.stringify({ access_token: text, ...token }, null, 2);
  }
  if (command === 'list') return JSON.stringify(await listTokens(table, userId), null, 2);
  const tokenId = uuid('id', flags.id);
  if (!(await revokeToken(table, userId, tokenId))) throw new Error(`The user has no token ${tokenId}.`);
  return `Revoked; API Gateway may let it in for up to another minute.`;
}

function openTable({ environment, endpoint }: Flags): Table {
  const config = [staging, production].find(({ name }) => name === environment);
  if (!config) throw new Error(`--environment must be staging or production, not "${environment}".`);
  // The local service knows this key as its operator's.
  const local = endpoint && { endpoint, credentials: { accessKeyId: 'operator', secretAccessKey: 'local' } };
  return tableOf(new DynamoDBClient({ region: config.region, ...local }), tableName(config));
}

function uuid(flag: string, value: string | undefined): string {
  const parsed = id.safeParse(value);
  if (!parsed.success) throw new Error(`--${flag} must be a UUID.\n${USAGE}`);
  return parsed.data;
}

function expiry(value: string | undefined): { expiresAt?: Date } {
  if (value === undefined) return {};
  const [, amount, unit] = /^(\d+)([mhd])$/.exec(value) ?? [];
  const milliseconds = Number(amount) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (!(milliseconds > 0)) throw new Error(`--expires-in must be like 30d, 12h or 45m, not "${value}".`);
  return { expiresAt: new Date(Date.now() + milliseconds) };
}
