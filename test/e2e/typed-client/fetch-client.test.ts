import createClient from 'openapi-fetch';
import { describe, expect, inject, it } from 'vitest';
import { undocumented } from '../../support/openapi/answers.ts';
import { operations } from '../../support/openapi/document.ts';
import { plainRequest, userOf } from '../../support/service/plain-requests.ts';

/** The client without the document's types, which `test/unit/lib/openapi/typed-clients.test.ts` compiles. */
interface Client {
  request(
    method: string,
    path: string,
    init: object,
  ): Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;
}

const user = userOf(inject('connection'), 'first');
const { base_url: baseUrl, access_token: token } = user.connection;
const client = createClient({
  baseUrl,
  headers: { authorization: `Bearer ${token}` },
  redirect: 'manual',
}) as unknown as Client;

describe('a TypeScript client that is generated from the document', () => {
  it.each(operations)('can call $method $path', async (operation) => {
    const { target, body } = await plainRequest(operation, user);
    const query = Object.fromEntries(new URL(target, baseUrl).searchParams);

    const { data, error, response } = await client.request(operation.method.toLowerCase(), operation.path, {
      params: { query },
      ...(body !== undefined && { body }),
      parseAs: 'text',
    });

    const { status } = response;
    const headers = Object.fromEntries(response.headers);
    expect(status, String(error)).toBe(operation.statuses.includes(302) ? 302 : 200);
    expect(undocumented(operation, { status, headers, text: String(data ?? '') })).toEqual([]);
  });
});
