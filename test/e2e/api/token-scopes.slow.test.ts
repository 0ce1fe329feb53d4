import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { newUser } from '../../support/service/new-user.ts';

const connection = inject('connection');
const withToken = (text: string) => new Api(connection.base_url, text);

let owner: Api;

beforeAll(async () => {
  owner = await newUser(connection);
});

/** Creates a token with these scopes, as the owner of one that may do everything. */
const create = (scopes: readonly string[], more: object = {}) =>
  owner.created('/v1/tokens/create', { scopes, ...more });

describe('a token with scopes', () => {
  it('creates no token with more permissions than its own', async () => {
    const { access_token } = await create(['tokens', 'read']);
    const { id: mighty } = await create(['write']);
    const api = withToken(access_token);

    const more = await api.post('/v1/tokens/create', { scopes: ['read', 'calls'] });
    const rotated = await api.post(`/v1/tokens/rotate?id=${mighty}`);
    const less = await api.post('/v1/tokens/create', { scopes: ['agents:read'] });

    expect(more).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'scopes'], type: 'missing_scope' }] },
    });
    expect(rotated).toMatchObject({ status: 422, body: { detail: [{ type: 'missing_scope' }] } });
    expect(less.status).toBe(200);
  });
});

describe('a rotated token', () => {
  it('works during its overlap beside the new one, which has the same scopes', async () => {
    const former = await create(['prompts:read'], { name: 'CRM' });

    const { access_token, ...made } = await owner.created(`/v1/tokens/rotate?id=${former.id}`, {
      overlap_seconds: 60,
    });

    const statuses = [former.access_token, access_token].map(
      async (text) => (await withToken(text).get('/v1/prompts/list')).status,
    );
    expect(made).toMatchObject({ name: 'CRM', scopes: ['prompts:read'], expires_at: null });
    expect(made.id).not.toBe(former.id);
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });
});

describe('the text of a token', () => {
  it('is not kept for a repeat with the same idempotency key', async () => {
    const send = () =>
      owner.send('/v1/tokens/create', {
        method: 'POST',
        body: JSON.stringify({ scopes: ['read'] }),
        headers: { 'idempotency-key': key },
      });
    const key = randomUUID();

    const [first, second] = [await send(), await send()];

    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: 409, body: { detail: [{ type: 'answer_not_kept' }] } });
  });
});
