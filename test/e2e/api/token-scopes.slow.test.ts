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
  it('may do what its scopes permit, and is told the missing scope for the rest', async () => {
    const { access_token } = await create(['agents:read']);
    const api = withToken(access_token);

    const [allowed, refused] = [await api.get('/v1/agents/list'), await api.post('/v1/agents/create', {})];

    expect(allowed.status).toBe(200);
    expect(refused).toMatchObject({
      status: 403,
      body: {
        detail: [
          { loc: [], msg: 'This token lacks the scope: write or agents:write.', type: 'missing_scope' },
        ],
      },
    });
  });

  it('is refused one operation although another was permitted a moment before, and vice versa', async () => {
    const { access_token } = await create(['voices:write']);
    const api = withToken(access_token);
    const voice = { type: 'voice_vendor_a', voice_name: 'Ada' };

    const statuses = [];
    for (let round = 0; round < 2; round++) {
      statuses.push((await api.get('/v1/voices/list')).status);
      statuses.push((await api.post('/v1/voices/create', voice)).status);
    }

    expect(statuses).toEqual([403, 200, 403, 200]);
  });

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

  it('cannot touch the tokens of another user', async () => {
    const { id } = await create(['read']);
    const stranger = await newUser(connection);

    const answers = [
      await stranger.post(`/v1/tokens/rotate?id=${id}`),
      await stranger.post(`/v1/tokens/revoke?id=${id}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect((await owner.get('/v1/tokens/list')).body.map((token: { id: string }) => token.id)).toContain(id);
  });

  it.each([
    [{ scopes: [] }, ['body', 'scopes']],
    [{ scopes: ['everything'] }, ['body', 'scopes', '0']],
    [{}, ['body', 'scopes']],
    [{ scopes: ['read'], expires_at: '2020-01-01T00:00:00Z' }, ['body', 'expires_at']],
  ])('cannot be created from %j', async (body, loc) => {
    const answer = await owner.post('/v1/tokens/create', body);

    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
  });
});

describe('the list of tokens', () => {
  it('shows names, scopes, expiry times and last uses, and never the text', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { access_token, ...created } = await create(['usage:read'], { name: 'Billing', expires_at });
    await withToken(access_token).get('/v1/usage');

    const { body: tokens } = await owner.get('/v1/tokens/list');

    const listed = tokens.find(({ id }: { id: string }) => id === created.id);
    expect(created).toMatchObject({
      name: 'Billing',
      scopes: ['usage:read'],
      expires_at,
      last_used_at: null,
    });
    expect(listed).toEqual({ ...created, last_used_at: expect.any(String) });
    expect(JSON.stringify(tokens)).not.toContain(access_token);
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

  it('is refused at once if no overlap is requested', async () => {
    const former = await create(['prompts:read']);

    await owner.created(`/v1/tokens/rotate?id=${former.id}`, { overlap_seconds: 0 });

    expect((await withToken(former.access_token).get('/v1/prompts/list')).status).toBe(401);
  });
});

describe('a user with 100 tokens', () => {
  it('gets no further one, neither new nor by rotation, until one is revoked', async () => {
    const user = await newUser(connection);
    const body = { scopes: ['read'] };
    const { length: before } = (await user.get('/v1/tokens/list')).body;
    const { id } = await user.created('/v1/tokens/create', body);
    for (let made = before + 1; made < 100; made += 11)
      await Promise.all(
        Array.from({ length: Math.min(11, 100 - made) }, () => user.created('/v1/tokens/create', body)),
      );

    const refused = [
      await user.post('/v1/tokens/create', body),
      await user.post(`/v1/tokens/rotate?id=${id}`),
    ];
    await user.created(`/v1/tokens/revoke?id=${id}`);
    const allowed = await user.post('/v1/tokens/create', body);

    const outcomes = refused.map(({ status, body: { detail } }) => [status, detail?.[0].type]);
    expect(outcomes).toEqual([
      [409, 'too_many_tokens'],
      [409, 'too_many_tokens'],
    ]);
    expect(allowed.status).toBe(200);
  });
});

describe('a revoked token', () => {
  it('is refused and listed no more', async () => {
    const { id, access_token } = await create(['read']);

    await owner.created(`/v1/tokens/revoke?id=${id}`);

    expect((await withToken(access_token).get('/v1/agents/list')).status).toBe(401);
    expect((await owner.get('/v1/tokens/list')).body.map((token: { id: string }) => token.id)).not.toContain(
      id,
    );
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
