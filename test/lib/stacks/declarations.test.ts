import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../lambdas/catalogue.ts';
import { variablesOfEndpoint } from '../../../lambdas/http/endpoint.ts';
import type { Queue } from '../../../lambdas/platform/queues.ts';
import { variablesOf, type Worker } from '../../../lambdas/platform/worker.ts';
import { workers } from '../../../lambdas/workers.ts';
import { ENVIRONMENTS, synthesizedEnvironments } from '../../support/run/templates.ts';

const LAMBDAS = join(import.meta.dirname, '..', '..', '..', 'lambdas');
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

it('the list of workers has every file that exports a handler, and no other', () => {
  const files = readdirSync(LAMBDAS, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') && /^export .*\bhandler\b/m.test(readFileSync(join(LAMBDAS, file), 'utf8')),
  );

  expect(Object.keys(workers).sort()).toEqual(files.map((file) => file.replace(/\.ts$/, '')).sort());
});

/**
 * Lambda stops a message after about 16 invocations of one function in a chain of messages. A wait is a visibility
 * timeout or a schedule instead. https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
describe('the messages of functions', () => {
  const all = Object.values<Worker>(workers);
  const consumersOf = (queue: Queue) =>
    all.filter(({ trigger }) => 'queue' in trigger && trigger.queue === queue);
  const receiversOf = ({ grants = [] }: Worker) =>
    grants.flatMap((grant) => (grant.to === 'send' ? consumersOf(grant.queue) : []));
  /** The functions that may be invoked after a function in one chain of messages. */
  function reachedFrom(worker: Worker): Set<Worker> {
    const reached = new Set(receiversOf(worker));
    // A set also visits what is added meanwhile.
    for (const each of reached) for (const next of receiversOf(each)) reached.add(next);
    return reached;
  }

  it.each(Object.entries<Worker>(workers))('of %s never lead back to the function', (_, worker) => {
    expect(reachedFrom(worker)).not.toContain(worker);
  });
});

describe.each(ENVIRONMENTS)('the functions of %s', (name) => {
  it('are given the variables that they declare, and no others', () => {
    const given = environments[name].ofType('AWS::Lambda::Function').map(({ Properties }) => {
      const {
        POWERTOOLS_SERVICE_NAME,
        POWERTOOLS_LOG_LEVEL: _,
        ENVIRONMENT: __,
        LOGGED_USER_IDS: ___,
        ...variables
      } = Properties.Environment.Variables;
      return [POWERTOOLS_SERVICE_NAME, Object.keys(variables).sort()];
    });

    expect(Object.fromEntries(given)).toEqual(Object.fromEntries(declared));
  });
});
