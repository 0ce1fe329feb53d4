import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { API_VERSIONS } from '../../../lambdas/platform/api-versions.ts';
import { sendPatiently, undocumented } from '../../support/openapi/answers.ts';
import { damagedBodies } from '../../support/openapi/damage.ts';
import { operations } from '../../support/openapi/document.ts';
import { randomRuns, seedFor } from '../../support/run/random.ts';
import { Api } from '../../support/service/api.ts';
import { tokenOfNewUser } from '../../support/service/new-user.ts';
import { plainRequest } from '../../support/service/plain-requests.ts';

const access_token = await tokenOfNewUser(inject('connection'), 'staging');
const connection = { ...inject('connection'), access_token };
const user = { connection, api: new Api(connection.base_url, access_token) };

const oddQueries = fc.oneof(
  fc.constantFrom('&', '%', '%ff', '%zz=1', 'id', 'id=', 'id=%00', '__proto__=1', 'id[]=1', 'id=1&id=2'),
  fc.constantFrom('page=0', 'page=1e9', 'size=101', 'size=1.5', 'sort_desc=2', 'sort_column=user_id'),
  fc.constantFrom('cursor=', 'cursor=x', 'cursor=e30', 'cursor=bnVsbA', `cursor=${'A'.repeat(4000)}`),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => `id=${encodeURIComponent(text.toWellFormed())}`),
);

/** JSON that `JSON.stringify` cannot write. */
const oddTexts = fc.constantFrom(
  '{"a":1e400}',
  '{"__proto__":{}}',
  `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`,
);

describe('a damaged request', { timeout: 300_000 }, () => {
  it.each(operations)('is answered as documented, and by no error of the service: $id', async (operation) => {
    const { target, body } = await plainRequest(operation, user);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const queries = oddQueries.map((odd) => ({
      target: `${target}${target.includes('?') ? '&' : '?'}${odd}`,
      text,
    }));
    const bodies = fc
      .oneof(
        damagedBodies(fc.constant(body ?? {})).map((odd) => JSON.stringify(odd)),
        oddTexts,
      )
      .map((odd) => ({ target, text: odd }));
    const damaged = operation.body ? fc.oneof(queries, bodies) : queries;

    const answered = fc.asyncProperty(damaged, fc.constantFrom(...API_VERSIONS), async (request, version) => {
      const sent = { ...request, headers: { 'api-version': version } };
      const answer = await sendPatiently(connection, operation, sent);
      expect(undocumented(operation, answer, version), answer.text).toEqual([]);
      // The document permits no server error except those of the telephony vendor.
      if (answer.status !== 502) expect(answer.status, answer.text).toBeLessThan(500);
    });

    const numRuns = randomRuns(20, 'damaged requests');
    await fc.assert(answered, { seed: seedFor(operation.id), numRuns, endOnFailure: true });
  });
});
