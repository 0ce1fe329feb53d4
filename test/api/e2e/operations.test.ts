import { beforeAll, describe, expect, inject, it } from 'vitest';
import { linksOf } from '../../support/links.ts';
import { type RawAnswer, sendPatiently, undocumented } from '../../support/openapi/answers.ts';
import { type Operation, operations } from '../../support/openapi/document.ts';
import { type Answer, until } from '../../support/service/api.ts';
import { plainRequest, userOf } from '../../support/service/plain-requests.ts';

const user = userOf(inject('connection'), 'first');

/** Operations whose plain request changes no record: it adds no number, makes a test that is not stored, estimates a cost, makes a link for a file, ends a call that may be over, or signs out with an access token. */
const WITHOUT_CHANGE = [
  'addToSteeringPool',
  'createTestFromCall',
  'endCall',
  'endSession',
  'estimateReplay',
  'uploadRecipients',
];

/** A minute before the first request: clocks may differ. */
const BEGUN = new Date(Date.now() - 60_000).toISOString();

/** The answers to each operation of the document, sent once and as simply as possible. */
const recorded: { readonly operation: Operation; readonly answer: RawAnswer }[] = [];

beforeAll(async () => {
  for (const operation of operations) {
    const { target, body } = await plainRequest(operation, user);
    const text = body === undefined ? undefined : JSON.stringify(body);
    recorded.push({ operation, answer: await sendPatiently(user.connection, operation, { target, text }) });
  }
}, 240_000);

describe('every operation of the OpenAPI document', () => {
  it('succeeds as documented', () => {
    expect(recorded.flatMap(faultsOf)).toEqual([]);
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

/** What the document does not allow in an answer. */
function faultsOf({ operation, answer }: (typeof recorded)[number]): string[] {
  const wanted = operation.statuses.includes(302) ? 302 : 200;
  if (answer.status !== wanted) return [`${operation.id}: ${answer.status} ${answer.text}`];
  return undocumented(operation, answer).map((fault) => `${operation.id}: ${fault}`);
}

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
