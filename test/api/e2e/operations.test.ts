import { beforeAll, describe, expect, inject, it } from 'vitest';
import { linksOf } from '../../support/links.ts';
import { type Answer, until } from '../../support/service/api.ts';
import { userOf } from '../../support/service/plain-requests.ts';
import { faultsIn, recordPass } from '../../support/service/recorded-pass.ts';

const user = userOf(inject('connection'), 'first');

/** Operations whose plain request changes no record: it adds no number, makes a test that is not stored, ends a call that may be over, or signs out with an access token. */
const WITHOUT_CHANGE = ['addToSteeringPool', 'createTestFromCall', 'endCall', 'endSession'];

/** A minute before the first request: clocks may differ. */
const BEGUN = new Date(Date.now() - 60_000).toISOString();

let recorded: Awaited<ReturnType<typeof recordPass>> = [];

beforeAll(async () => {
  recorded = await recordPass(user, user.connection.access_token);
}, 240_000);

describe('every operation of the OpenAPI document', () => {
  it('succeeds as documented', () => {
    expect(faultsIn(recorded)).toEqual([]);
  });

  it('is in the audit log if it changed a record, cost tokens or sent data', async () => {
    const changes = recorded
      .filter(({ operation: { id, method } }) => method === 'POST' && !WITHOUT_CHANGE.includes(id))
      .map(({ operation, answer }) => `${operation.id} ${answer.headers['x-request-id']}`);

    const silent = await until('all changes in the audit log', async () => {
      const told = await auditedRequests(`/v1/audit?size=100&from=${BEGUN}`);
      const missing = changes.filter((change) => !told.has(change));
      return missing.length === 0 ? missing : { waitingFor: missing };
    });

    expect(silent).toEqual([]);
  });
});

/** The operations and requests in the audit log, from a page on. */
async function auditedRequests(path: string): Promise<ReadonlySet<string>> {
  const told = new Set<string>();
  for (let next: string | undefined = path; next; ) {
    const { body, headers }: Answer = await user.api.get(next);
    for (const { operation, request_id } of body) told.add(`${operation} ${request_id}`);
    next = linksOf(headers, '/v1/audit').next;
  }
  return told;
}
