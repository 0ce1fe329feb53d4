// Creates, lists, rotates and revokes access tokens, in a deployed environment or (with --endpoint) in the local service.
import { CommandError } from '#cli/errors.ts';
import { runNpmCommand } from '#cli/npm-command.ts';
import { readBy } from '#cli/option-values.ts';
import { API_VERSIONS } from '../lambdas/platform/api-versions.ts';
import { newId } from '../lambdas/platform/ids.ts';
import { storeRevocation } from '../lambdas/tokens/store/revocations.ts';
import { insertToken, loadToken, loadTokens, storeSuccessor } from '../lambdas/tokens/store/tokens.ts';
import { explainFailure, operatorCommand, operatorTable, scopes, uuid } from './operator-table.ts';

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const lifetime = readBy((given) => {
  const [, amount, unit = ''] = /^(\d+)([mhd])$/.exec(given) ?? [];
  const milliseconds = Number(amount) * (UNIT_MS[unit] ?? Number.NaN);
  return milliseconds > 0 ? milliseconds : undefined;
}, 'It must be like 30d, 12h or 45m.');

const version = readBy(
  (given) => API_VERSIONS.find((each) => each === given),
  `It must be one of ${API_VERSIONS.join(', ')}.`,
);

const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

const draftOf = (userId: string) => ({ id: newId(), user_id: userId, created_at: new Date().toISOString() });

const print = (value: unknown) => console.log(JSON.stringify(value, null, 2));

const token = operatorCommand('npm run token', 'create, list, rotate and revoke access tokens');

token
  .command('create')
  .description('create a token')
  .option('--user <uuid>', "the token's user (default: a new user)", uuid)
  .option('--name <text>', "the token's name")
  .option(
    '--scopes <a,b>',
    "the token's scopes (default all): read, write, calls, tokens, or for one group of operations, such as agents:read and agents:write",
    scopes,
  )
  .option(
    '--expires-in <time>',
    "the token's lifetime, such as 30d, 12h or 45m (default unlimited)",
    lifetime,
  )
  .option(
    '--api-version <version>',
    "the API version, for programs that can't send the header Api-Version",
    version,
  )
  .option(
    '--vendor-words',
    "use the vendors' names in fields and values, for clients of the original interface",
  )
  .action(async ({ user = newId(), name, scopes, expiresIn, apiVersion, vendorWords }) => {
    const draft = {
      ...draftOf(user),
      ...(name !== undefined && { name }),
      ...(scopes && { scopes }),
      ...(apiVersion && { api_version: apiVersion }),
      ...(vendorWords && { vendor_words: true }),
      ...(expiresIn !== undefined && { expires_at: fromNow(expiresIn) }),
    };
    print({ access_token: await insertToken(await operatorTable(token.opts()), draft), ...draft });
  });

token
  .command('list')
  .description('list the tokens of a user')
  .requiredOption('--user <uuid>', "the tokens' user", uuid)
  .action(async ({ user }) => print(await loadTokens(await operatorTable(token.opts()), user)));

token
  .command('rotate')
  .description('replace a token, which keeps working for a while')
  .requiredOption('--user <uuid>', "the token's user", uuid)
  .requiredOption('--id <uuid>', "the token's id", uuid)
  .option('--overlap <time>', 'how long the rotated token keeps working (default 24h)', lifetime)
  .action(async ({ user, id, overlap = lifetime('24h') }) => {
    const table = await operatorTable(token.opts());
    const oldToken = await loadToken(table, user, id);
    if (!oldToken) throw new CommandError(`The user has no token ${id}.`);
    const { last_used_at: _, successor: __, ...kept } = oldToken;
    const draft = { ...kept, ...draftOf(user) };
    const successor = await storeSuccessor(table, { oldToken, draft, until: fromNow(overlap) });
    if (successor === undefined) throw new CommandError(`The token ${id} already has a successor.`);
    print({ access_token: successor, ...draft });
  });

token
  .command('revoke')
  .description('revoke a token')
  .requiredOption('--user <uuid>', "the token's user", uuid)
  .requiredOption('--id <uuid>', "the token's id", uuid)
  .action(async ({ user: userId, id: tokenId }) => {
    const table = await operatorTable(token.opts());
    if (!(await storeRevocation(table, { userId, tokenId, now: new Date() })))
      throw new CommandError(`The user has no token ${tokenId}.`);
    console.log('Revoked. API Gateway may still accept it for up to a minute.');
  });

await runNpmCommand(token, explainFailure);
