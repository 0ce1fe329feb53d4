import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { Api } from '../../support/service/api.ts';

const connection = inject('connection');
const ROOT = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

async function token(...args: string[]): Promise<string> {
  const place = ['--endpoint', connection.aws_endpoint_url, '--data', inject('data')];
  const command = [join(ROOT, 'bin', 'token.ts'), ...args, ...place];
  return (await run(process.execPath, command, { cwd: ROOT })).stdout;
}

const statusWith = async (accessToken: string) =>
  (await new Api(connection.base_url, accessToken).get('/v1/calls/list')).status;

it('the token command creates a token that works, lists it without its text, and revokes it', async () => {
  const created = JSON.parse(
    await token('create', '--expires-in', '1h', '--api-version', '2026-11', '--vendor-words'),
  );
  const before = await statusWith(created.access_token);
  const voice = { type: 'voice_rime', speaker: 'x' };
  const made = await new Api(connection.base_url, created.access_token).created('/v1/voices/create', voice);
  const listed = await token('list', '--user', created.user_id);
  await token('revoke', '--user', created.user_id, '--id', created.id);
  const listedAfter = JSON.parse(await token('list', '--user', created.user_id));

  expect(Buffer.from(created.access_token, 'base64url')).toHaveLength(32);
  expect(before).toBe(200);
  expect(made).toMatchObject(voice);
  expect(JSON.parse(listed)).toEqual([
    {
      id: created.id,
      user_id: created.user_id,
      api_version: '2026-11',
      vendor_words: true,
      created_at: created.created_at,
      expires_at: created.expires_at,
      last_used_at: expect.any(String),
    },
  ]);
  expect(listed).not.toContain(created.access_token);
  expect(listedAfter).toEqual([]);
});
