import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Api } from './api.ts';
import type { Connection } from './service-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A user whom no other test knows: of whom everything can be counted. */
export async function newUser({ base_url, aws_endpoint_url }: Connection): Promise<Api> {
  const command = [join(ROOT, 'bin', 'token.ts'), 'create', '--endpoint', aws_endpoint_url];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT });
  return new Api(base_url, JSON.parse(stdout).access_token);
}
