import { describe, expect, inject, it } from 'vitest';
import { undocumented } from '../support/openapi/answers.ts';
import { type Operation, operations } from '../support/openapi/document.ts';
import { sendPatiently } from '../support/openapi/send.ts';
import { plainRequest, userOf } from '../support/plain-requests.ts';

// Each operation of the document is sent once, as plainly as it can be, and must be done. An operation without a request
// in plain-requests.ts is thus told by name also when few of the tests are run, which no record of what all tests sent
// would do; and that it is done says more than that its path is somewhere in a test.

const user = userOf(inject('connection'), 'first');

describe('every operation of the OpenAPI document', () => {
  it.each(operations)('is done as documented: $method $path', async (operation) => {
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
