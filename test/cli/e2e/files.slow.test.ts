import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { tokenOfNewUser } from '../../support/service/new-user.ts';
import { connection } from '../../support/service/shared-api.ts';
import { Terminal } from '../run-cli.ts';

let terminal: Terminal;
let staging: Api;
let production: Api;

beforeAll(async () => {
  const [first, second] = await Promise.all([
    tokenOfNewUser(connection, 'staging'),
    tokenOfNewUser(connection, 'staging'),
  ]);
  [staging, production] = [first, second].map((token) => new Api(connection.base_url, token)) as [Api, Api];
  terminal = new Terminal({ STAGING_TOKEN: first, PRODUCTION_TOKEN: second });
});
afterAll(() => terminal.close());

const write = (path: string, text: string) => writeFileSync(join(terminal.folder, path), text);
const read = (path: string) => readFileSync(join(terminal.folder, path), 'utf8');

it('goes from an empty folder to production and back, with readable differences', async () => {
  const begun = await terminal.run(['init']);
  expect(begun.out).toContain('Wrote agents/front-desk.yaml');
  const place = `url: ${connection.base_url}`;
  write(
    'phone-agents.yaml',
    `environments:\n  staging: { ${place}, token: { env: STAGING_TOKEN } }\n  production: { ${place}, token: { env: PRODUCTION_TOKEN } }\n`,
  );

  const applied = await terminal.run(['apply', '--yes']);
  expect(applied).toMatchObject({ code: 0, err: '' });
  expect(applied.out).toMatch(
    /Create agents\/front-desk[\s\S]*2 to create, 0 to change[\s\S]*Created agents\/front-desk\nCreated tests\/greets/,
  );
  expect((await terminal.run(['plan'])).out).toBe('No changes.\n');

  write('agents/front-desk.md', `${read('agents/front-desk.md')}Never give medical advice.\n`);
  write(
    'agents/front-desk.yaml',
    `${read('agents/front-desk.yaml')}drafts: true\npublish_requires: [greets]\n`,
  );
  expect((await terminal.run(['plan'])).out).toContain('+   Never give medical advice.');
  const early = await terminal.run(['promote', 'staging', 'production', '--yes']);
  expect(early).toMatchObject({ code: 1, err: expect.stringContaining('Apply them to staging first') });
  expect(await terminal.run(['apply', '--yes'])).toMatchObject({ code: 0, err: '' });
  const promoted = await terminal.run(['promote', 'staging', 'production', '--yes']);
  expect(promoted).toMatchObject({ code: 0, err: '' });
  expect(promoted.out).toContain('agents/front-desk passed 1 required tests in staging.');
  const { items } = (await production.get('/v1/agents/list')).body;
  expect(items).toMatchObject([{ name: 'Front desk' }]);

  const restored = await terminal.run(['rollback', 'front-desk']);
  expect(restored.err + restored.out).toMatch(
    /Restored version 1 of agents\/front-desk in staging\.\nWrote agents\/front-desk\.md/,
  );
  expect(read('agents/front-desk.md')).not.toContain('medical');
  expect((await terminal.run(['plan', '--env', 'production'])).out).toContain(
    '-   Never give medical advice.',
  );
});

it('shows drift by its exit code, and writes a comment with tests of the proposed agent', async () => {
  const [agent] = (await staging.get('/v1/agents/list')).body.items;
  expect(await terminal.run(['drift'])).toMatchObject({ code: 0, out: 'Nothing was changed elsewhere.\n' });
  await staging.created(`/v1/agents/update?id=${agent.id}`, { idle_time_seconds: 9 });
  expect(await terminal.run(['drift'])).toMatchObject({
    code: 1,
    out: expect.stringContaining('- idle_time_seconds: 9'),
  });

  // Publishing would also publish the draft from elsewhere.
  write('agents/front-desk.md', 'You are new.\n');
  expect(await terminal.run(['plan'])).toMatchObject({
    code: 1,
    out: expect.stringContaining('--take mine'),
  });
  expect((await terminal.run(['pull'])).out).toContain('Wrote agents/front-desk.yaml');

  write('agents/front-desk.md', 'You say ```nothing```.\n');
  const comment = await terminal.run(['plan', '--comment']);
  expect(comment).toMatchObject({ code: 0, err: '' });
  expect(comment.out).toContain('````diff');
  expect(comment.out).toMatch(/\| greets \| passed \|/);
  expect((await staging.get('/v1/agents/list')).body.items).toHaveLength(1);
});

it('says what is wrong before it writes anything', async () => {
  write('agents/broken.yaml', 'voice: { type: voice_builtin, voice_id: x }\nidle_time_seconds: no\n');
  const { code, out, err } = await terminal.run(['apply', '--yes']);
  expect({ code, err }).toEqual({ code: 2, err: 'Nothing was written. Correct this first.\n' });
  expect(out).toContain('agents/broken.yaml:2: no is ambiguous');
  const other = new Terminal({ STAGING_TOKEN: 'expired' });
  const unauthorized = await other.run(['plan', '--folder', terminal.folder]);
  expect(unauthorized.code).toBe(3);
  other.close();
});

it('makes files of an exported agent', async () => {
  const file = join(import.meta.dirname, '..', 'files', 'exported', 'vapi.json');
  mkdirSync(join(terminal.folder, 'imported'));
  const { code, out } = await terminal.run(['import', 'vapi', file, '--folder', 'imported']);
  expect(code).toBe(0);
  expect(out).toMatch(/no counterpart {2}endCallMessage/);
  expect(read('imported/agents/dental-front-desk.yaml')).toContain('file: dental-front-desk.md');
});
