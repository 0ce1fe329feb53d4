// Creates, lists, rotates and revokes access tokens, in a deployed environment or (with --endpoint) in the local service.
import { API_VERSIONS } from '../lambdas/platform/api-versions.ts';
import { newId } from '../lambdas/platform/ids.ts';
import type { Table } from '../lambdas/platform/table/table.ts';
import { storeRevocation } from '../lambdas/tokens/store/revocations.ts';
import { insertToken, loadToken, loadTokens, storeSuccessor } from '../lambdas/tokens/store/tokens.ts';
import { explainFailure, operatorTable, scopesIn, uuidOf } from './operator-table.ts';
import { parseOptions } from './parse-options.ts';

const USAGE = `Usage: npm run token -- create [--user UUID] [--name TEXT] [--scopes read,calls] [--expires-in 30d|12h|45m]
                              [--api-version 2026-11] [--vendor-words]
       npm run token -- list --user UUID
       npm run token -- rotate --user UUID --id UUID [--overlap 24h]
       npm run token -- revoke --user UUID --id UUID
  --scopes a,b                       what the token may do (default everything): read, write, calls, tokens,
                                     or of one group of operations, for example agents:read and agents:write
  --api-version VERSION              the version of the API, for programs that cannot send the header Api-Version
  --vendor-words                     the vendors' names in fields and values, for clients of the original interface
  --environment NAME   where (default staging), with your AWS credentials
  --endpoint URL                     the local service: aws_endpoint_url of .local/connection.json
  --data FOLDER        its data folder (default .local), which has the operator's key`;

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const options = {
  user: { type: 'string' },
  id: { type: 'string' },
  name: { type: 'string' },
  scopes: { type: 'string' },
  'expires-in': { type: 'string' },
  'api-version': { type: 'string' },
  'vendor-words': { type: 'boolean', default: false },
  overlap: { type: 'string', default: '24h' },
  environment: { type: 'string', default: 'staging' },
  endpoint: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Flags = ReturnType<typeof readArguments>['values'];

function readArguments() {
  return parseOptions('npm run token', { options, allowPositionals: true });
}

async function run(command: string | undefined, flags: Flags): Promise<string> {
  const perform = command === undefined ? undefined : COMMANDS[command];
  if (!perform) throw new Error(USAGE);
  const userId = uuidOf('user', flags.user ?? (command === 'create' ? newId() : undefined), USAGE);
  return perform(await operatorTable(flags), userId, flags);
}

const COMMANDS: Readonly<Record<string, (table: Table, userId: string, flags: Flags) => Promise<string>>> = {
  async create(table, userId, flags) {
    const draft = {
      ...draftOf(userId),
      ...(flags.name !== undefined && { name: flags.name }),
      ...(flags.scopes !== undefined && { scopes: scopesIn(flags.scopes) }),
      ...(flags['api-version'] !== undefined && { api_version: versionIn(flags['api-version']) }),
      ...(flags['vendor-words'] && { vendor_words: true }),
      ...(flags['expires-in'] !== undefined && { expires_at: after('expires-in', flags['expires-in']) }),
    };
    return json({ access_token: await insertToken(table, draft), ...draft });
  },
  async list(table, userId) {
    return json(await loadTokens(table, userId));
  },
  async rotate(table, userId, flags) {
    const former = await loadToken(table, userId, uuidOf('id', flags.id, USAGE));
    const { last_used_at: _, successor: __, ...kept } = former ?? {};
    const draft = { ...kept, ...draftOf(userId) };
    const until = after('overlap', flags.overlap);
    if (!former) throw new Error(`The user has no token ${flags.id}.`);
    const text = await storeSuccessor(table, { former, draft, until });
    if (text === undefined) throw new Error(`The token ${flags.id} has a successor already.`);
    return json({ access_token: text, ...draft });
  },
  async revoke(table, userId, flags) {
    const tokenId = uuidOf('id', flags.id, USAGE);
    if (!(await storeRevocation(table, { userId, tokenId, now: new Date() })))
      throw new Error(`The user has no token ${tokenId}.`);
    return `Revoked; API Gateway may let it in for up to another minute.`;
  },
};

function versionIn(text: string) {
  const version = API_VERSIONS.find((each) => each === text);
  if (version) return version;
  throw new Error(`--api-version: there is no ${text}. Must be one of: ${API_VERSIONS.join(', ')}.`);
}

const draftOf = (userId: string) => ({ id: newId(), user_id: userId, created_at: new Date().toISOString() });

const json = (value: unknown) => JSON.stringify(value, null, 2);

function after(flag: string, value: string): string {
  const [, amount, unit] = /^(\d+)([mhd])$/.exec(value) ?? [];
  const milliseconds = Number(amount) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (!(milliseconds > 0)) throw new Error(`--${flag} must be like 30d, 12h or 45m, not "${value}".`);
  return new Date(Date.now() + milliseconds).toISOString();
}

try {
  const { values, positionals } = readArguments();
  console.log(values.help ? USAGE : await run(positionals[0], values));
} catch (error) {
  console.error(explainFailure(error));
  process.exitCode = 1;
}
