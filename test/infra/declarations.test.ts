import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../lambdas/api/catalogue.ts';
import { variablesOfEndpoint } from '../../lambdas/rest/endpoint.ts';
import { PLATFORM_MODELS } from '../../lambdas/runtime/variables/platform-models.ts';
import { QUOTAS } from '../../lambdas/runtime/variables/quotas.ts';
import * as resources from '../../lambdas/runtime/variables/resources.ts';
import * as settings from '../../lambdas/runtime/variables/settings.ts';
import { variablesOf } from '../../lambdas/runtime/worker.ts';
import { workers } from '../../lambdas/workers.ts';
import { bundleFunctions, ENTRIES } from '../../lib/bundles.ts';
import { ENVIRONMENTS, synthesizedEnvironments } from '../support/templates.ts';

const LAMBDAS = join(import.meta.dirname, '..', '..', 'lambdas');
const environments = await synthesizedEnvironments();

/** The names of the variables that each function declares, by entry. */
const declared = new Map([
  ...Object.entries(workers).map(([entry, worker]) => [entry, namesOf(variablesOf(worker))] as const),
  ...Object.entries(catalogue).map(
    ([entry, contract]) => [`api/${entry}`, namesOf(variablesOfEndpoint(contract))] as const,
  ),
]);

function namesOf(variables: readonly { readonly name: string }[]): string[] {
  return [...new Set(variables.map(({ name }) => name))].sort();
}

describe('the catalogues', () => {
  it('have every file that exports a handler, and no other', () => {
    const files = readdirSync(LAMBDAS, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') && /^export .*\bhandler\b/m.test(readFileSync(join(LAMBDAS, file), 'utf8')),
    );

    expect([...ENTRIES].sort()).toEqual(files.map((file) => file.replace(/\.ts$/, '')).sort());
  });

  it('give each worker of a stack a construct of its own', () => {
    const ids = Object.values(workers).map(({ stack, id }) => `${stack} ${id}`);

    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the code of a function', () => {
  const bundles = bundleFunctions();
  const known = namesOf(Object.values({ ...settings, ...resources, QUOTAS, PLATFORM_MODELS }));

  it.each(ENTRIES)('reads only variables that %s declares', (entry) => {
    const code = readFileSync(join(bundles(entry), 'index.cjs'), 'utf8');

    const read = known.filter((name) => new RegExp(`["'\`]${name}["'\`]`).test(code));

    expect(declared.get(entry)).toEqual(expect.arrayContaining(read));
  });
});

describe.each(ENVIRONMENTS)('the functions of %s', (name) => {
  it('are given the variables that they declare, and no others', () => {
    const given = environments[name].ofType('AWS::Lambda::Function').map(({ Properties }) => {
      const {
        POWERTOOLS_SERVICE_NAME,
        POWERTOOLS_LOG_LEVEL: _,
        ...variables
      } = Properties.Environment.Variables;
      return [POWERTOOLS_SERVICE_NAME, Object.keys(variables).sort()];
    });

    expect(Object.fromEntries(given)).toEqual(Object.fromEntries(declared));
  });
});
