import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../lambdas/catalogue.ts';
import type { Schema } from '../../../lambdas/http/endpoint.ts';
import { issuesAt, parseInput } from '../../../lambdas/http/issues.ts';
import { undocumentedBody } from '../../support/openapi/answers.ts';
import { damagedBodies } from '../../support/openapi/damage.ts';
import { type Operation, operations } from '../../support/openapi/document.ts';
import { valuesOf } from '../../support/openapi/values.ts';
import { randomRuns, seedFor } from '../../support/run/random.ts';

const withBody = operations.filter(({ body }) => body !== undefined);
/** An update is checked once more, by the kind of the stored record. */
const checkedAtOnce = withBody.filter(({ path }) => !path.endsWith('/update'));
const withQuery = operations.filter(({ query }) => query.length > 0);

const numRuns = randomRuns(100, 'bodies or queries of each operation');
const runsOf = ({ id }: Operation) => ({ seed: seedFor(id), numRuns });

describe('the document and the service agree', () => {
  it.each(withBody)('$id accepts each body that the document allows', (operation) => {
    const accepted = fc.property(valuesOf(operation.body ?? {}), (body) => {
      expect(issuesOfBody(operation, body).filter(({ loc }) => !exceedsForm(loc.join('.')))).toEqual([]);
    });

    fc.assert(accepted, runsOf(operation));
  });

  it.each(withQuery)('$id accepts each query that the document allows', (operation) => {
    // A cursor cannot be invented: it comes from an answer.
    const parameters = operation.query.filter(({ name }) => name !== 'cursor');
    const values = parameters.map(({ name, schema, required }) => {
      const texts = valuesOf(schema).map(String);
      return [name, required ? texts : fc.option(texts, { nil: undefined })];
    });
    const queries = fc.record(Object.fromEntries(values));
    const query = contractOf(operation).query as Schema;

    const accepted = fc.property(queries, (given) => parseInput(query, given).success);

    fc.assert(accepted, runsOf(operation));
  });

  it.each(checkedAtOnce)('the document allows each body that $id accepts', (operation) => {
    const allowed = fc.property(damagedBodies(valuesOf(operation.body ?? {})), (body) => {
      if (issuesOfBody(operation, body).length > 0) return;
      // The result of a batch reports a faulty recipient. A draft is checked once more, like an update.
      const issues = undocumentedBody(operation, JSON.stringify(body));
      expect(issues.filter((issue) => !/^\/(recipients|draft)\b/.test(issue))).toEqual([]);
    });

    fc.assert(allowed, runsOf(operation));
  });
});

const contractOf = ({ id }: Operation) =>
  Object.values(catalogue).find(({ operation }) => operation === id) as (typeof catalogue)[string];

function issuesOfBody(operation: Operation, body: unknown) {
  const contract = contractOf(operation);
  const schema = contract.selectBody?.(body as Record<string, unknown>) ?? contract.body;
  const { error } = parseInput(schema as Schema, body);
  return error ? issuesAt(['body'], error) : [];
}

/**
 * Whether a field must be more than the document's form of it says: a JSON schema of fields, keys to press in place of
 * words, a list that has each language or version once, text without hidden characters, a window that ends after it
 * begins, a consent with a purpose, the name of a time zone, either text or keys, exactly one of several keys of a test,
 * or steps that fit together.
 */
const exceedsForm = (loc: string) =>
  /\.(analysis\.extract|steps)(\.|$)|\.phrase$|\.(languages|version|agent_version|timezone)$|\.(context|telephony_params)\.|^body(\.tests\.\d+)?$|^body\.(hours|consents\.\d+\.purpose)\b|^body\.(tests\.\d+\.)?(tools|greeting|turns|always|finally|caller)\./.test(
    loc,
  );
