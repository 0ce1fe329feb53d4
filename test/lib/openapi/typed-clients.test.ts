import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typesOf } from '../../../lib/openapi/types/types-of.ts';

// Within the project, so that the programs find openapi-fetch.
const folder = join(import.meta.dirname, '..', '..', '..', 'build', 'typed-clients');

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'api.ts'), await typesOf(readFileSync('docs/openapi.json', 'utf8')));
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
  const files = [join(folder, 'api.ts'), join(folder, 'program.ts')];
  writeFileSync(join(folder, 'program.ts'), program);
  try {
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', ...OPTIONS, ...TARGET, ...files], {
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

describe('a client with types from the OpenAPI document', { timeout: 300_000 }, () => {
  it('may send back a record that it has read', () => {
    const updates = RECORDS.map(
      (group) => `
        export async function ${group}(id: string) {
          const { data } = await client.GET('/v1/${group}', { params: { query: { id } } });
          return data && client.POST('/v1/${group}/update', { params: { query: { id } }, body: data });
        }`,
    );

    const errors = compile(`
      import createClient from 'openapi-fetch';
      import type { paths } from './api.ts';
      const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:3000' });
      ${updates.join('\n')}
    `);

    expect(errors).toBe('');
  });

  it('does not compile with undefined for an optional field, an unknown path or an unknown parameter', () => {
    const errors = compile(`
      import createClient from 'openapi-fetch';
      import type { paths } from './api.ts';
      const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:3000' });
      export const a = client.POST('/v1/prompts/create', { body: { content: undefined } });
      export const b = client.GET('/v1/nothing');
      export const c = client.GET('/v1/audit', { params: { query: { kind: 'nothing' } } });
    `);

    expect(errors.match(/program\.ts\(\d+/g)).toHaveLength(3);
  });
});
