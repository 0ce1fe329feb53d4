// Prints a sign-in link for the console of the local service or a deployed environment. It works once, within a minute.

import { connectionPath, readConnection, startFirst } from '#cli/settings/connection-file.ts';
import { newId } from '../lambdas/platform/ids.ts';
import type { Table } from '../lambdas/platform/table/table.ts';
import { LINK_SECONDS } from '../lambdas/tokens/model/console-session.ts';
import { createSignInLink } from '../lambdas/tokens/store/sessions.ts';
import { findToken } from '../lambdas/tokens/store/tokens.ts';
import { CommandError, runCommand, text, textOr, type Values } from './command.ts';
import { explainFailure, operatorTable, scopesIn, uuidIn } from './operator-table.ts';
import { outputsIn } from './stack-outputs.ts';

const CONSOLE = {
  name: 'npm run console',
  forms: ['[-- --data FOLDER --user UUID]', '-- --environment NAME --user UUID [--outputs FILE]'],
  options: {
    environment: text('NAME', 'the environment of the console, with your AWS credentials'),
    user: text('UUID', "who signs in (default: the local service's first user)"),
    scopes: text('a,b', "the session's scopes (default all), as for npm run token"),
    outputs: textOr('outputs.json', 'FILE', 'the outputs file of the deployment'),
    data: textOr('.local', 'FOLDER', 'the data folder of the local service'),
  },
  explain: explainFailure,
} as const;

type Flags = Values<typeof CONSOLE.options>;

/** A user of a console. */
interface Visitor {
  readonly table: Table;
  readonly userId: string;
  readonly consoleUrl: string;
}

await runCommand(CONSOLE, async ({ values }) => {
  const { environment, user, scopes } = values;
  const visitor = environment === undefined ? await local(values) : await deployed(environment, values);
  const { table, userId, consoleUrl } = visitor;
  const granted = scopes === undefined ? {} : { scopes: scopesIn(scopes) };
  const code = await createSignInLink(table, { id: newId(), userId, now: new Date(), ...granted });
  const isFirst = environment === undefined && user === undefined;
  const whose = isFirst ? `the local service's first user, ${userId}` : `the user ${userId}`;
  console.log(
    `Open this within ${LINK_SECONDS} seconds; it works once, for ${whose}:\n\n  ${consoleUrl}/sign-in#${code}\n`,
  );
});

async function local({ data, user }: Flags): Promise<Visitor> {
  const connection = readConnection(data);
  if (!connection) throw new CommandError(startFirst(data));
  const { console_url: consoleUrl, aws_endpoint_url: endpoint, access_token, environment } = connection;
  if (consoleUrl === undefined)
    throw new CommandError('The local service has no console: run "npm run console:build" and "npm start".');
  const table = await operatorTable({ environment, endpoint, data });
  if (user !== undefined) return { table, userId: uuidIn('user', user), consoleUrl };
  const token = await findToken(table, access_token, new Date());
  if (!token)
    throw new CommandError(`The access token in ${connectionPath(data)} is revoked: name a --user.`);
  return { table, userId: token.user_id, consoleUrl };
}

async function deployed(environment: string, { user, outputs }: Flags): Promise<Visitor> {
  const table = await operatorTable({ environment, data: '' });
  const consoleUrl = outputsIn(outputs, environment)('Console', 'ConsoleUrl');
  return { table, userId: uuidIn('user', user), consoleUrl };
}
