import { describe, expect, inject, it } from 'vitest';
import { undocumented } from '../support/openapi/answers.ts';
import { type Operation, operations } from '../support/openapi/document.ts';
import { sendPatiently } from '../support/openapi/send.ts';
import { plainRequest, userOf } from '../support/plain-requests.ts';

// Sends each operation of the document once, as simply as possible; it must succeed. An operation without a request in
// plain-requests.ts thus fails by name, even if few tests run. That is more than a record of all paths in tests would
// show.

const user = userOf(inject('connection'), 'first');

describe('every operation of the OpenAPI document', () => {
  it.each(operations)('succeeds as documented: $method $path', async (operation) => {
    const { target, body } = await plainRequest(operation, user);

    const answer = await send(operation, target, body);

    expect(answer).toMatchObject({ status: operation.statuses.includes(302) ? 302 : 200 });
    expect(undocumented(operation, answer)).toEqual([]);
  });
});

async function send({ method }: Operation, target: string, body: unknown) {
  const { base_url: baseUrl, access_token: token } = user.connection;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = text === undefined ? {} : { 'content-type': 'application/json' };
  const answers = await sendPatiently({ baseUrl, token }, { method, target, headers, text });
  return answers.at(-1)!;
}
