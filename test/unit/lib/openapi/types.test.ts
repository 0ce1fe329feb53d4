import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typesOf } from '../../../../lib/openapi/types/types-of.ts';
import { compile as compileFiles } from '../../../support/run/compile.ts';

const folder = mkdtempSync(join(tmpdir(), 'openapi-types-'));

beforeAll(async () => {
  writeFileSync(join(folder, 'api.ts'), await typesOf(readFileSync('docs/openapi.json', 'utf8')));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('types from the OpenAPI document', { timeout: 300_000 }, () => {
  it('compile, and permit a request without fields that have a default', () => {
    const errors = compile(`
      import type { components, operations } from './api.ts';
      export const agent: components['schemas']['NewerAgentInput'] = { prompt: 'id', voice: 'id' };
      export const voice: components['schemas']['Voice']['type'] = 'voice_builtin';
      export const status: operations['getCall']['responses'][200]['content']['application/json']['status'] = 'ended';
      export const event: components['schemas']['EventMessage']['type'] = 'event_message';
    `);

    expect(errors).toBe('');
  });

  it('refuse an unknown key and an unknown kind', () => {
    const errors = compile(`
      import type { components } from './api.ts';
      export const prompt: components['schemas']['PromptInput'] = { colour: 'red' };
      export const voice: components['schemas']['Voice']['type'] = 'voice_vendor_z';
    `);

    expect(errors).toContain("'colour' does not exist");
    expect(errors).toContain('"voice_vendor_z"');
  });
});

/** The compiler's messages about a program that uses the types. */
function compile(program: string): string {
  writeFileSync(join(folder, 'program.ts'), program);
  return compileFiles([join(folder, 'api.ts'), join(folder, 'program.ts')]);
}
