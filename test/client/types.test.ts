import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_VERSION } from 'phone-call-agents-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleOf, groupsOf } from '../../console/src/pages/reference/operations.ts';
import { sampleOf } from '../../console/src/pages/reference/samples.ts';
import { catalogue } from '../../lambdas/catalogue.ts';
import { openApiDocument } from '../../lib/openapi/document.ts';
import { typesOf } from '../../lib/openapi/types/types-of.ts';

// Within the project, so that the programs find the client's dependency.
const folder = join(import.meta.dirname, '..', '..', 'build', 'typed-clients');

beforeAll(async () => {
  cpSync('packages/client/src', folder, { recursive: true });
  const document = await openApiDocument(catalogue, API_VERSION);
  writeFileSync(join(folder, 'schema.ts'), await typesOf(JSON.stringify(document)));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OPTIONS = [
  '--noEmit',
  '--ignoreConfig',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--allowImportingTsExtensions',
  '--skipLibCheck',
];
const TARGET = ['--target', 'es2024', '--module', 'nodenext', '--types', 'node'];

/** The compiler's messages about a program that uses the types, under all strict options. */
function compile(program: string): string {
  const file = join(folder, 'program.ts');
  writeFileSync(file, `${HEAD}${program}`);
  try {
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', ...OPTIONS, ...TARGET, file], {
      stdio: 'pipe',
    });
    return '';
  } catch (error) {
    return String((error as { stdout: unknown }).stdout);
  }
}

/** The groups whose records can be read and sent back. */
const RECORDS = [
  'account_connections',
  'actions',
  'agents',
  'prompts',
  'vector_databases',
  'voices',
  'webhooks',
];

const HEAD = `
  import { createClient } from './client.ts';
  import type { WebhookEvent } from './webhooks.ts';
  const client = createClient({ baseUrl: 'http://127.0.0.1:3000' });
`;

describe('a program with the typed client', { timeout: 300_000 }, () => {
  it('may send back a record that it has read', () => {
    const updates = RECORDS.map(
      (group) => `
        export async function ${group}(id: string) {
          const body = await client.get('/v1/${group}', { query: { id } });
          return client.post('/v1/${group}/update', { query: { id }, body });
        }`,
    );

    expect(compile(updates.join('\n'))).toBe('');
  });

  it('may be an example of the API reference', async () => {
    const document = await openApiDocument(catalogue, API_VERSION);
    const listed = groupsOf(document as never).flatMap(({ operations }) => operations);
    const samples = listed.map((each) =>
      sampleOf('typescript', 'http://127.0.0.1:3000', {
        method: each.method === 'get' ? 'GET' : 'POST',
        ...exampleOf(document as never, each),
      }),
    );
    const start = "import { createClient } from 'phone-call-agents-client';";

    expect(samples.filter((sample) => !sample.includes(start))).toEqual([]);
    expect(compile(samples.map((sample) => `{${sample.replace(start, '')}}`).join('\n'))).toBe('');
  });

  it('knows the types of answers, lists and events', () => {
    const errors = compile(`
      (await client.get('/v1/usage')).monthly_usage_minutes satisfies number;
      (await client.get('/v1/calls/recording', { query: { id: 'a' } })) satisfies Response;
      (await client.send('GET', '/v1/agents', { query: { id: 'a' } })).revision satisfies string | undefined;
      (await client.page('/v1/numbers/list')).items[0]?.number satisfies string | undefined;
      for await (const call of client.list('/v1/calls/list', { query: { status: 'ended', agent: undefined } }))
        call.status satisfies 'ended' | 'error' | 'in_progress' | 'not_started';
      await client.post('/v1/numbers/buy');
      export const seconds = (event: WebhookEvent) =>
        event.type === 'event_phone_call_ended' && (event.payload.duration_seconds satisfies number);
    `);

    expect(errors).toBe('');
  });

  it('does not compile with an unknown path, parameter, field or value, or without a required one', () => {
    const wrong = [
      `client.get('/v1/nothing')`,
      `client.get('/v1/calls/create')`,
      `client.get('/v1/calls')`,
      `client.get('/v1/calls', { query: { id: undefined } })`,
      `client.get('/v1/audit', { query: { kind: 'nothing' } })`,
      `client.list('/v1/calls', { query: { id: 'a' } })`,
      `client.post('/v1/prompts/create', { body: { content: undefined } })`,
      `client.post('/v1/prompts/create', { body: { content: '', kontent: '' } })`,
    ];

    const errors = compile(wrong.map((expression, at) => `export const p${at} = ${expression};`).join('\n'));

    expect(errors.match(/program\.ts\(\d+/g)).toHaveLength(wrong.length);
  });
});
