// Prints a link with which a person signs in to the console of the local service or of a deployed environment: once,
// within a minute.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { newId } from '../lambdas/platform/ids.ts';
import type { Table } from '../lambdas/platform/table/table.ts';
import { LINK_SECONDS } from '../lambdas/tokens/model/console-session.ts';
import { createSignInLink } from '../lambdas/tokens/store/sessions.ts';
import { findToken } from '../lambdas/tokens/store/tokens.ts';
import { environmentNames, stageId } from '../lib/config/environments.ts';
import { explainFailure, operatorTable, scopesIn, uuidOf } from './operator-table.ts';
import { parseOptions } from './parse-options.ts';

const USAGE = `Usage: npm run console                                              (the local service's first user)
       npm run console -- [--data FOLDER] [--user UUID]
       npm run console -- --environment NAME --user UUID [--outputs FILE]
  --scopes a,b     what the session may do (default everything), as of npm run token
  --outputs FILE   what the deployment wrote (default outputs.json)
  --data FOLDER    the data folder of the local service (default .local)`;

const options = {
  environment: { type: 'string' },
  user: { type: 'string' },
  scopes: { type: 'string' },
  outputs: { type: 'string', default: 'outputs.json' },
  data: { type: 'string', default: '.local' },
  help: { type: 'boolean', default: false },
} as const;

type Flags = ReturnType<typeof readArguments>['values'];

function readArguments() {
  return parseOptions('npm run console', { options });
}

/** A user of a console. */
interface Visitor {
  readonly table: Table;
  readonly userId: string;
  readonly consoleUrl: string;
}

async function run(flags: Flags): Promise<string> {
  const { table, userId, consoleUrl } =
    flags.environment === undefined ? await local(flags) : await deployed(flags);
  const scopes = flags.scopes === undefined ? {} : { scopes: scopesIn(flags.scopes) };
  const code = await createSignInLink(table, { id: newId(), userId, now: new Date(), ...scopes });
  const isFirst = flags.environment === undefined && flags.user === undefined;
  const whose = isFirst ? `the local service's first user, ${userId}` : `the user ${userId}`;
  return `Open this within ${LINK_SECONDS} seconds; it works once, for ${whose}:\n\n  ${consoleUrl}/sign-in#${code}\n`;
}

const connection = z.object({
  console_url: z.optional(z.string()),
  aws_endpoint_url: z.string(),
  access_token: z.string(),
});

async function local({ data, user }: Flags): Promise<Visitor> {
  const file = join(data, 'connection.json');
  const { console_url: consoleUrl, ...found } = connection.parse(read(file, 'Run "npm start" first.'));
  if (consoleUrl === undefined)
    throw new Error('The local service has no console: run "npm run console:build" and "npm start".');
  const table = await localTable(data, found.aws_endpoint_url, found.access_token);
  if (user !== undefined) return { table, userId: uuidOf('user', user, USAGE), consoleUrl };
  const token = await findToken(table, found.access_token, new Date());
  if (!token) throw new Error(`The access token in ${file} is revoked: name a --user.`);
  return { table, userId: token.user_id, consoleUrl };
}

/** The table of the local service, which runs one of the environments. */
async function localTable(data: string, endpoint: string, accessToken: string): Promise<Table> {
  for (const environment of environmentNames()) {
    const table = await operatorTable({ environment, endpoint, data });
    const exists = await findToken(table, accessToken, new Date()).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ResourceNotFoundException) return false;
        throw error;
      },
    );
    if (exists) return table;
  }
  throw new Error('The local service runs none of the environments in environments/.');
}

/** The outputs of all deployed stacks, by the stack's name. */
const stacks = z.record(z.string(), z.record(z.string(), z.string()));

async function deployed({ environment = '', user, outputs }: Flags): Promise<Visitor> {
  const table = await operatorTable({ environment });
  const found = stacks.parse(read(outputs, 'Deploy with "npm run deploy", which writes it.'));
  const stack = `${stageId(environment)}-Console`;
  const consoleUrl = found[stack]?.ConsoleUrl;
  if (consoleUrl === undefined) throw new Error(`${outputs} has no output ConsoleUrl of the stack ${stack}.`);
  return { table, userId: uuidOf('user', user, USAGE), consoleUrl };
}

function read(file: string, advice: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`${file} cannot be read. ${advice}`);
  }
}

try {
  const { values } = readArguments();
  console.log(values.help ? USAGE : await run(values));
} catch (error) {
  console.error(explainFailure(error));
  process.exitCode = 1;
}
