// Creates, lists, rotates and revokes access tokens, in a deployed environment or (with --endpoint) in the local service.
import { API_VERSIONS } from '../lambdas/platform/api-versions.ts';
import { newId } from '../lambdas/platform/ids.ts';
import type { Table } from '../lambdas/platform/table/table.ts';
import { storeRevocation } from '../lambdas/tokens/store/revocations.ts';
import { insertToken, loadToken, loadTokens, storeSuccessor } from '../lambdas/tokens/store/tokens.ts';
import { CommandError, flag, runCommand, text, textOr, UsageError, type Values } from './command.ts';
import { explainFailure, LOCAL, operatorTable, scopesIn, uuidIn } from './operator-table.ts';

const TOKEN = {
  name: 'npm run token',
  forms: [
    '-- create [--user UUID] [--name TEXT] [--scopes read,calls] [--expires-in 30d|12h|45m]',
    '-- list --user UUID',
    '-- rotate --user UUID --id UUID [--overlap 24h]',
    '-- revoke --user UUID --id UUID',
  ],
  allowPositionals: true,
  options: {
    user: text('UUID', "the token's user (default with create: a new user)"),
    id: text('UUID', "the token's id"),
    name: text('TEXT', "the token's name"),
    scopes: text(
      'a,b',
      "the token's scopes (default all): read, write, calls, tokens, or for one group of operations, such as agents:read and agents:write",
    ),
    'expires-in': text('TIME', "the token's lifetime (default unlimited)"),
    'api-version': text('VERSION', "the API version, for programs that can't send the header Api-Version"),
    'vendor-words': flag(
      "use the vendors' names in fields and values, for clients of the original interface",
    ),
    overlap: textOr('24h', 'TIME', 'how long the rotated token keeps working'),
    environment: textOr('staging', 'NAME', 'the environment, with your AWS credentials'),
    ...LOCAL,
  },
  explain: explainFailure,
} as const;

type Flags = Values<typeof TOKEN.options>;

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const ACTIONS: Readonly<Record<string, (table: Table, userId: string, flags: Flags) => Promise<string>>> = {
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
    const oldToken = await loadToken(table, userId, uuidIn('id', flags.id));
    const { last_used_at: _, successor: __, ...kept } = oldToken ?? {};
    const draft = { ...kept, ...draftOf(userId) };
    const until = after('overlap', flags.overlap);
    if (!oldToken) throw new CommandError(`The user has no token ${flags.id}.`);
    const token = await storeSuccessor(table, { oldToken, draft, until });
    if (token === undefined) throw new CommandError(`The token ${flags.id} already has a successor.`);
    return json({ access_token: token, ...draft });
  },
  async revoke(table, userId, flags) {
    const tokenId = uuidIn('id', flags.id);
    if (!(await storeRevocation(table, { userId, tokenId, now: new Date() })))
      throw new CommandError(`The user has no token ${tokenId}.`);
    return `Revoked. API Gateway may still accept it for up to a minute.`;
  },
};

function versionIn(given: string) {
  const version = API_VERSIONS.find((each) => each === given);
  if (version) return version;
  throw new CommandError(`--api-version must be one of ${API_VERSIONS.join(', ')}, not "${given}".`);
}

const draftOf = (userId: string) => ({ id: newId(), user_id: userId, created_at: new Date().toISOString() });

const json = (value: unknown) => JSON.stringify(value, null, 2);

function after(option: string, value: string): string {
  const [, amount, unit] = /^(\d+)([mhd])$/.exec(value) ?? [];
  const milliseconds = Number(amount) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (!(milliseconds > 0))
    throw new CommandError(`--${option} must be like 30d, 12h or 45m, not "${value}".`);
  return new Date(Date.now() + milliseconds).toISOString();
}

await runCommand(TOKEN, async ({ values, positionals: [action = ''] }) => {
  const perform = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!perform) throw new UsageError();
  const userId = uuidIn('user', values.user ?? (action === 'create' ? newId() : undefined));
  console.log(await perform(await operatorTable(values), userId, values));
});
