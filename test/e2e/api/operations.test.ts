import { describe, expect, inject, it } from 'vitest';
import { linksOf } from '../../support/links.ts';
import { undocumented } from '../../support/openapi/answers.ts';
import { type Operation, operations } from '../../support/openapi/document.ts';
import { sendPatiently } from '../../support/openapi/send.ts';
import { type Answer, until } from '../../support/service/api.ts';
import { plainRequest, userOf } from '../../support/service/plain-requests.ts';

// Sends each operation of the document once, as simply as possible; it must succeed. An operation without a request in
// plain-requests.ts thus fails by name, even if few tests run. So coverage does not depend on which paths other tests
// use.

const user = userOf(inject('connection'), 'first');

/**
 * Operations whose plain request changes no record that a user manages: they ask for deliveries or analyses, rehearse, add no number, end a call
 * that may be over, or sign out with an access token.
 */
const WITHOUT_CHANGE = [
  'retryDelivery',
  'replayWebhook',
  'testWebhook',
  'analyzeCall',
  'analyzeCalls',
  'addToSteeringPool',
  'endCall',
  'createRehearsal',
  'forkRehearsal',
  'sayInRehearsal',
  'endSession',
];

/** A minute before the first request: clocks may differ. */
const BEGUN = new Date(Date.now() - 60_000).toISOString();

/** The ids of the requests that changed a record, by their operations. */
const changes = new Map<string, string | undefined>();

describe('every operation of the OpenAPI document', () => {
  it.each(operations)('succeeds as documented: $method $path', async (operation) => {
    const { target, body } = await plainRequest(operation, user);

    const answer = await send(operation, target, body);

    expect(answer).toMatchObject({ status: operation.statuses.includes(302) ? 302 : 200 });
    expect(undocumented(operation, answer)).toEqual([]);
    if (operation.method === 'POST' && !WITHOUT_CHANGE.includes(operation.id))
      changes.set(operation.id, answer.headers['x-request-id']);
  });

  it('is in the audit log if it changed a record', async () => {
    const silent = await until('all changes in the audit log', async () => {
      const told = await auditedRequests(`/v1/audit?size=100&from=${BEGUN}`);
      const missing = [...changes].filter(([operation, request]) => !told.has(`${operation} ${request}`));
      return missing.length === 0 ? missing : { waitingFor: missing };
    });

    expect(silent).toEqual([]);
    expect(changes.size).toBeGreaterThan(0);
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

async function send({ method }: Operation, target: string, body: unknown) {
  const { base_url: baseUrl, access_token: token } = user.connection;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = text === undefined ? {} : { 'content-type': 'application/json' };
  const answers = await sendPatiently({ baseUrl, token }, { method, target, headers, text });
  return answers.at(-1)!;
}
