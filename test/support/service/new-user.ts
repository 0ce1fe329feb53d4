import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeConnection } from '#cli/settings/connection-file.ts';
import { makeAccount } from '../numbers.ts';
import { Api } from './api.ts';
import { type Connection, newDataFolder } from './service-process.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The access token of a user of one test only, who has nothing else. */
export async function tokenOfNewUser(connection: Connection, environment = 'production'): Promise<string> {
  const data = newDataFolder();
  writeConnection(data, connection);
  const place = ['--endpoint', connection.aws_endpoint_url, '--data', data, '--environment', environment];
  const command = [join(ROOT, 'bin', 'token.ts'), 'create', ...place];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT });
  rmSync(data, { recursive: true });
  return JSON.parse(stdout).access_token;
}

/** A user of one test only, with empty counters and an account that permits any caller ID. */
export async function newUser(connection: Connection, environment = 'staging'): Promise<Api> {
  const api = new Api(connection.base_url, await tokenOfNewUser(connection, environment));
  await makeAccount(connection, api, { account_supports_any_caller_id: true });
  return api;
}
