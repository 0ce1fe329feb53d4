import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { newId } from '../../../lambdas/platform/ids.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const { aws_endpoint_url, base_url, access_token } = inject('connection');

/** Runs the command in the local service, as an operator does. */
function erase(...args: string[]) {
  const command = [
    join(ROOT, 'bin', 'erase.ts'),
    '--endpoint',
    aws_endpoint_url,
    '--data',
    inject('data'),
    ...args,
  ];
  return promisify(execFile)(process.execPath, command, { cwd: ROOT });
}

async function userOfToken(): Promise<string> {
  const response = await fetch(`${base_url}/v1/numbers/list`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const { items } = (await response.json()) as { items: { user_id: string }[] };
  return items[0]?.user_id ?? '';
}

describe('npm run erase', () => {
  it('finds nothing of an unknown user, and says what remains', async () => {
    const { stdout } = await erase('--user', newId(), '--dry-run');

    expect(stdout).toContain('0 items of');
    expect(stdout).toContain('events in the archive (7 days)');
  });

  it('refuses a user with a number, and says what to do', async () => {
    const failure = erase('--user', await userOfToken(), '--dry-run');

    await expect(failure).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nothing was deleted: .* cancel the numbers/),
    });
  });

  it('demands the address of the recordings before it deletes', async () => {
    const failure = erase('--user', newId());

    await expect(failure).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('--recordings') });
  });
});
