// Prints a sign-in link for the console of the local service or a deployed environment. It works once, within a minute.
import { CommandError, UsageError } from '#cli/errors.ts';
import { npmCommand, runNpmCommand } from '#cli/npm-command.ts';
import { connectionPath, readConnection, startFirst } from '#cli/settings/connection-file.ts';
import { newId } from '../lambdas/platform/ids.ts';
import { LINK_SECONDS } from '../lambdas/tokens/model/console-session.ts';
import { createSignInLink } from '../lambdas/tokens/store/sessions.ts';
import { findToken } from '../lambdas/tokens/store/tokens.ts';
import { explainFailure, operatorTable, scopes, uuid } from './operator-table.ts';
import { outputsIn } from './stack-outputs.ts';

const CONSOLE = npmCommand('npm run console', 'print a link that signs in to the console, once')
  .option('--environment <name>', 'the environment of the console, with your AWS credentials')
  .option('--user <uuid>', "who signs in (default: the local service's first user)", uuid)
  .option('--scopes <a,b>', "the session's scopes (default all), as for npm run token", scopes)
  .option('--outputs <file>', 'the outputs file of the deployment', 'outputs.json')
  .option('--data <folder>', 'the data folder of the local service', '.local')
  .action(printLink);

type Flags = ReturnType<typeof CONSOLE.opts>;

await runNpmCommand(CONSOLE, explainFailure);

async function printLink(flags: Flags): Promise<void> {
  const { environment, user, scopes } = flags;
  const visitor = environment === undefined ? await local(flags) : await deployed(environment, flags);
  const { table, userId, consoleUrl } = visitor;
  const granted = scopes && { scopes };
  const code = await createSignInLink(table, { id: newId(), userId, now: new Date(), ...granted });
  const isFirst = environment === undefined && user === undefined;
  const whose = isFirst ? `the local service's first user, ${userId}` : `the user ${userId}`;
  console.log(
    `Open this within ${LINK_SECONDS} seconds; it works once, for ${whose}:\n\n  ${consoleUrl}/sign-in#${code}\n`,
  );
}

async function local({ data, user }: Flags) {
  const connection = readConnection(data);
  if (!connection) throw new CommandError(startFirst(data));
  const { console_url: consoleUrl, aws_endpoint_url: endpoint, access_token, environment } = connection;
  if (consoleUrl === undefined)
    throw new CommandError('The local service has no console: run "npm run console:build" and "npm start".');
  const table = await operatorTable({ environment, endpoint, data });
  if (user !== undefined) return { table, userId: user, consoleUrl };
  const token = await findToken(table, access_token, new Date());
  if (!token)
    throw new CommandError(`The access token in ${connectionPath(data)} is revoked: name a --user.`);
  return { table, userId: token.user_id, consoleUrl };
}

async function deployed(environment: string, { user, outputs }: Flags) {
  if (user === undefined) throw new UsageError('Name the --user who signs in.');
  const table = await operatorTable({ environment, data: '' });
  return { table, userId: user, consoleUrl: outputsIn(outputs, environment)('Console', 'ConsoleUrl') };
}
