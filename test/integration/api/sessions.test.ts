import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorize } from '../../../lambdas/api/authorizer.ts';
import { catalogue } from '../../../lambdas/api/catalogue.ts';
import { createSignInLink } from '../../../lambdas/store/records/sessions.ts';
import { createToken, hashToken, TokenEnded } from '../../../lambdas/store/records/tokens.ts';
import { erasureKey } from '../../../lambdas/store/table/keys.ts';
import { type FunctionAnswer, FunctionApi, placesOf } from '../../support/service/function-api.ts';

const START = new Date('2026-01-01T09:00:00.000Z');
const inHours = (hours: number) => new Date(START.getTime() + hours * 3_600_000);

const opened = await FunctionApi.ofFile();
let api: FunctionApi;

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
  api = opened.ofAnotherUser();
});

afterEach(() => vi.useRealTimers());

const draft = (more: object = {}) => ({
  id: randomUUID(),
  user_id: api.user,
  name: null,
  created_at: START.toISOString(),
  ...more,
});

const newLink = (scopes?: readonly string[]) =>
  createSignInLink(api.table, {
    id: randomUUID(),
    userId: api.user,
    now: new Date(),
    ...(scopes && { scopes }),
  });

/** The authorizer's answer for a token at an operation; undefined if it refuses. */
async function authorized(text: string, operation: string) {
  const { method, path } = catalogue[operation]!;
  const event = {
    headers: { authorization: `Bearer ${text}` },
    httpMethod: method,
    resource: path,
    methodArn: `arn:aws:execute-api:us-east-1:1:api/live/${method}${path}`,
  };
  const surroundings = { table: api.table, now: new Date() };
  const { context, policyDocument } = await authorize(event, surroundings).catch(() => ({
    context: undefined,
    policyDocument: undefined,
  }));
  const isAllowed = policyDocument?.Statement[0]?.Effect === 'Allow';
  return isAllowed ? (context as Readonly<Record<string, string>>) : undefined;
}

/** The answer to an operation with a token; 401 if the authorizer refuses. */
async function ask(text: string, operation: string, body?: unknown, query = {}): Promise<FunctionAnswer> {
  const token = await authorized(text, operation);
  if (!token) return { status: 401, headers: {}, text: '', body: undefined };
  return api.run(operation, { token, body, query });
}

/** The text of a session's token, which only the cookie has. */
const textIn = ({ headers }: FunctionAnswer) =>
  /^__Host-session=([\w-]{43}); Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=(\d+)$/.exec(
    String(headers?.['set-cookie']),
  ) ?? [];

describe('signing in with an access token', () => {
  it('makes a session of eight hours, whose token is in the cookie and nowhere else', async () => {
    const maker = draft({ scopes: ['read', 'calls'] });
    const text = await createToken(api.table, maker);

    const answer = await ask(text, 'sessions/create', { name: 'Firefox' });
    const [, session = '', seconds] = textIn(answer);
    const current = await ask(session, 'sessions/current');

    expect(answer).toMatchObject({
      status: 200,
      body: {
        kind: 'session',
        name: 'Firefox',
        scopes: ['read', 'calls'],
        expires_at: inHours(8).toISOString(),
      },
    });
    expect(seconds).toBe('28800');
    expect(answer.text).not.toContain(session);
    expect(answer.body).not.toHaveProperty('made_with');
    expect(current.body).toEqual({ ...answer.body, last_used_at: START.toISOString() });
  });

  it('gives no scope that the token lacks, and fewer on request', async () => {
    const text = await createToken(api.table, draft({ scopes: ['read'] }));

    const more = await ask(text, 'sessions/create', { scopes: ['read', 'write'] });
    const less = await ask(text, 'sessions/create', { scopes: ['agents:read'] });
    const [, session = ''] = textIn(less);

    expect(more.status).toBe(422);
    expect(placesOf(more)).toEqual(['body.scopes missing_scope']);
    expect(less.body.scopes).toEqual(['agents:read']);
    expect(await authorized(session, 'agents/list')).toBeDefined();
    expect(await authorized(session, 'calls/list')).toBeUndefined();
  });

  it('is refused to a session, which would never end', async () => {
    const [, session = ''] = textIn(await ask(await newLink(), 'sessions/create'));

    const answer = await ask(session, 'sessions/create');

    expect(answer.status).toBe(422);
    expect(placesOf(answer)).toEqual(['header.authorization session_not_renewable']);
  });
});

describe('a session', () => {
  it('ends after eight hours, and DynamoDB then deletes it', async () => {
    const [, session = ''] = textIn(await ask(await newLink(), 'sessions/create'));
    const key = { pk: `TOKEN#${hashToken(session)}`, sk: 'TOKEN' };
    const { Item } = await api.table.client.send(new GetCommand({ TableName: api.table.name, Key: key }));

    vi.setSystemTime(inHours(7.99));
    const before = await authorized(session, 'agents/list');
    vi.setSystemTime(inHours(8));
    const after = await authorized(session, 'agents/list');

    expect(before).toBeDefined();
    expect(after).toBeUndefined();
    expect(Item?.expires_at).toBe(inHours(8).getTime() / 1000);
  });

  it('ends when the access token that made it is revoked', async () => {
    const maker = draft();
    const text = await createToken(api.table, maker);
    const [, session = ''] = textIn(await ask(text, 'sessions/create'));
    const [, other = ''] = textIn(await ask(await newLink(), 'sessions/create'));

    await api.run('tokens/revoke', { query: { id: maker.id } });

    expect(await authorized(session, 'agents/list')).toBeUndefined();
    expect(await authorized(other, 'agents/list')).toBeDefined();
  });

  it('is listed beside the tokens until its end, and revoked like one', async () => {
    const answer = await ask(await newLink(), 'sessions/create');
    const [, session = ''] = textIn(answer);
    const listed = async () =>
      (await api.run('tokens/list')).body.map(({ id, kind }: { id: string; kind: string }) => [id, kind]);

    const before = await listed();
    await api.run('tokens/revoke', { query: { id: answer.body.id } });

    expect(before).toEqual([[answer.body.id, 'session']]);
    expect(await authorized(session, 'agents/list')).toBeUndefined();
    expect(await listed()).toEqual([]);
  });

  it('cannot be rotated into a token that does not end', async () => {
    const answer = await ask(await newLink(), 'sessions/create');
    const [, session = ''] = textIn(answer);

    const rotated = await ask(session, 'tokens/rotate', {}, { id: answer.body.id });

    expect(rotated.status).toBe(404);
  });
});

describe('signing out', () => {
  it('ends the session and removes the cookie', async () => {
    const [, session = ''] = textIn(await ask(await newLink(), 'sessions/create'));

    const answer = await ask(session, 'sessions/end');

    expect(answer.headers?.['set-cookie']).toBe(
      '__Host-session=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0',
    );
    expect(await authorized(session, 'agents/list')).toBeUndefined();
  });
});

describe('a sign-in link', () => {
  it('works once, although API Gateway caches its authorization', async () => {
    const link = await newLink();
    const token = (await authorized(link, 'sessions/create'))!;

    const first = await api.run('sessions/create', { token });
    const again = await api.run('sessions/create', { token });

    expect(first.status).toBe(200);
    expect(again.status).toBe(409);
    expect(placesOf(again)).toEqual(['header.authorization sign_in_link_used']);
    expect(await authorized(link, 'sessions/create')).toBeUndefined();
  });

  it('signs in one of ten who use it at the same time', async () => {
    const token = (await authorized(await newLink(), 'sessions/create'))!;

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.run('sessions/create', { token })),
    );

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect((await api.run('tokens/list')).body).toHaveLength(1);
  });

  it('works for a minute', async () => {
    const link = await newLink();

    vi.setSystemTime(new Date(START.getTime() + 59_000));
    const before = await authorized(link, 'sessions/create');
    vi.setSystemTime(new Date(START.getTime() + 60_000));
    const after = await authorized(link, 'sessions/create');

    expect(before).toBeDefined();
    expect(after).toBeUndefined();
  });

  it('permits nothing but signing in, and seeing as whom', async () => {
    const link = await newLink();

    const permitted = [];
    for (const operation of Object.keys(catalogue))
      if (await authorized(link, operation)) permitted.push(operation);

    expect(permitted.sort()).toEqual(['sessions/create', 'sessions/current']);
    const shown = await ask(link, 'sessions/current');
    expect(shown.body).toMatchObject({ kind: 'sign_in_link', user_id: api.user });
  });

  it('gives its session its own scopes, and no others', async () => {
    const link = await newLink(['read']);

    const more = await ask(link, 'sessions/create', { scopes: ['write'] });
    const session = await ask(link, 'sessions/create');

    expect(more.status).toBe(422);
    expect(session.body.scopes).toEqual(['read']);
  });
});

describe('a token that makes another', () => {
  const create = { scopes: ['read'] };

  it('cannot when it is revoked, although API Gateway caches its authorization', async () => {
    const [maker, former] = [draft(), draft()];
    const token = (await authorized(await createToken(api.table, maker), 'tokens/create'))!;
    await createToken(api.table, former);
    await api.run('tokens/revoke', { query: { id: maker.id } });

    const answers = [
      await api.run('tokens/create', { token, body: create }),
      await api.run('tokens/rotate', { token, query: { id: former.id } }),
      await api.run('tokens/rotate', { token, query: { id: maker.id } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect((await api.run('tokens/list')).body).toHaveLength(1);
  });

  it('cannot when it is revoked between the read and the write', async () => {
    const maker = draft();
    await createToken(api.table, maker);
    await api.run('tokens/revoke', { query: { id: maker.id } });

    const made = createToken(api.table, draft(), { makers: [maker], now: START });

    await expect(made).rejects.toThrow(TokenEnded);
    expect((await api.run('tokens/list')).body).toEqual([]);
  });

  it('makes none that ends later than itself', async () => {
    const text = await createToken(api.table, draft({ expires_at: inHours(1).toISOString() }));
    const endless = draft();
    await createToken(api.table, endless);

    const made = [
      await ask(text, 'tokens/create', create),
      await ask(text, 'tokens/create', { ...create, expires_at: inHours(2).toISOString() }),
    ];
    const rotated = await ask(text, 'tokens/rotate', {}, { id: endless.id });

    expect(made.map(({ body }) => body.expires_at)).toEqual(Array(2).fill(inHours(1).toISOString()));
    expect(placesOf(rotated)).toEqual(['query.id outlives_own_token']);
  });

  it('takes those that a session made with it, and the tokens that these made', async () => {
    const [, session = ''] = textIn(await ask(await newLink(), 'sessions/create'));
    const child = (await ask(session, 'tokens/create', { scopes: ['read', 'tokens'] })).body;
    const grandchild = (await ask(child.access_token, 'tokens/create', create)).body;
    const anew = await ask(child.access_token, 'sessions/create');
    const before = await authorized(grandchild.access_token, 'agents/list');

    await ask(session, 'sessions/end');

    expect(before).toBeDefined();
    expect(placesOf(anew)).toEqual(['header.authorization session_not_renewable']);
    for (const { access_token: text } of [child, grandchild])
      expect(await authorized(text, 'agents/list')).toBeUndefined();
  });

  it('is refused while the data of its user are erased', async () => {
    const text = await createToken(api.table, draft());
    await api.table.client.send(
      new PutCommand({ TableName: api.table.name, Item: { ...erasureKey(api.user) } }),
    );

    expect(await authorized(text, 'agents/list')).toBeUndefined();
  });
});

describe('a token that is rotated eight times at once', () => {
  it('has one successor', async () => {
    const former = draft();
    const token = (await authorized(await createToken(api.table, former), 'tokens/rotate'))!;
    const rotate = () => api.run('tokens/rotate', { token, query: { id: former.id } });

    const answers = await Promise.all(Array.from({ length: 8 }, rotate));

    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(placesOf)).toEqual(Array(7).fill(['query.id already_rotated']));
    expect((await api.run('tokens/list')).body).toHaveLength(2);
  });

  it('may be rotated again when its successor, whose text was lost, is revoked', async () => {
    const former = draft();
    const token = (await authorized(await createToken(api.table, former), 'tokens/rotate'))!;
    const rotate = () => api.run('tokens/rotate', { token, query: { id: former.id } });
    const lost = await rotate();
    await api.run('tokens/revoke', { query: { id: lost.body.id } });

    expect((await rotate()).status).toBe(200);
  });
});

describe('a token that pins a version of the API', () => {
  it('decides the shape of answers without the header, as does its successor', async () => {
    const text = await createToken(api.table, draft());
    const pinned = { scopes: ['calls:read', 'tokens'], api_version: '2026-11' };
    const made = await ask(text, 'tokens/create', pinned);
    const successor = await ask(text, 'tokens/rotate', undefined, { id: made.body.id });
    const token = (await authorized(successor.body.access_token, 'calls/list'))!;

    const unversioned = await api.run('calls/list', { token });
    const versioned = await api.run('calls/list', { token, headers: { 'api-version': '2024-08' } });
    const { body: shown } = await api.run('tokens/get', { query: { id: successor.body.id } });

    expect([made.body.api_version, shown.api_version]).toEqual(['2026-11', '2026-11']);
    expect(unversioned.body).toMatchObject({ items: [], page: 1 });
    expect(versioned.body).toEqual([]);
  });
});

describe('a user with 30 sessions', () => {
  it('gets no further one until one ends, and as many access tokens as before', async () => {
    const text = await createToken(api.table, draft());
    for (let made = 0; made < 30; made++) await ask(text, 'sessions/create');

    const refused = await ask(text, 'sessions/create');
    const token = await ask(text, 'tokens/create', { scopes: ['read'] });
    vi.setSystemTime(inHours(8));
    const later = await ask(text, 'sessions/create');

    expect(refused.status).toBe(409);
    expect(placesOf(refused)).toEqual([' too_many_sessions']);
    expect([token.status, later.status]).toEqual([200, 200]);
  });
});
