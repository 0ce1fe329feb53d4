import { describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../lambdas/catalogue.ts';
import { readItem } from '../../../lambdas/platform/table/items.ts';
import { hashToken, insertToken } from '../../../lambdas/tokens/store/tokens.ts';
import { placesOf } from '../../support/service/function-api.ts';
import { inHours, START, signingIn, textIn } from '../../support/service/signing-in.ts';

const { api, draft, newLink, newToken, authorized, ask, signIn } = await signingIn();

async function worksAt(time: Date, text: string, operation: string): Promise<boolean> {
  vi.setSystemTime(time);
  return (await authorized(text, operation)) !== undefined;
}

it('signing in with an access token makes a session of eight hours, whose token is in the cookie and nowhere else', async () => {
  const maker = draft({ scopes: ['read', 'calls'] });
  const text = await insertToken(api().table, maker);

  const answer = await ask(text, 'sessions/create', { name: 'Firefox' });
  const session = textIn(answer);
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
  expect(session).not.toBe('');
  expect(answer.text).not.toContain(session);
  expect(answer.body).not.toHaveProperty('made_with');
  expect(current.body).toEqual({ ...answer.body, last_used_at: START.toISOString() });
});

describe('a session', () => {
  it.each([
    ['an access token', () => newToken({ scopes: ['read'] })],
    ['a sign-in link', () => newLink('read')],
  ])('has no scope that %s lacks, and fewer on request', async (_, newMaker) => {
    const text = await newMaker();

    const more = await ask(text, 'sessions/create', { scopes: ['read', 'write'] });
    const less = await ask(text, 'sessions/create', { scopes: ['agents:read'] });
    const session = textIn(less);

    expect(placesOf(more)).toEqual(['body.scopes missing_scope']);
    expect(less.body.scopes).toEqual(['agents:read']);
    expect(await authorized(session, 'agents/list')).toBeDefined();
    expect(await authorized(session, 'calls/list')).toBeUndefined();
  });

  it('ends after eight hours, and DynamoDB then deletes it', async () => {
    const { session } = await signIn();
    const key = { pk: `TOKEN#${hashToken(session)}`, sk: 'TOKEN' };
    const stored = await readItem(api().table, key);

    expect(await worksAt(inHours(7.99), session, 'agents/list')).toBe(true);
    expect(await worksAt(inHours(8), session, 'agents/list')).toBe(false);
    expect(stored?.expires_at).toBe(inHours(8).getTime() / 1000);
  });

  it('ends when the access token that made it is revoked', async () => {
    const maker = draft();
    const text = await insertToken(api().table, maker);
    const session = textIn(await ask(text, 'sessions/create'));
    const { session: other } = await signIn();

    await api().run('tokens/revoke', { query: { id: maker.id } });

    expect(await authorized(session, 'agents/list')).toBeUndefined();
    expect(await authorized(other, 'agents/list')).toBeDefined();
  });

  it('is listed beside the tokens until its end, and revoked like one', async () => {
    const { id, session } = await signIn();
    const listed = async () =>
      (await api().run('tokens/list')).body.map(({ id, kind }: { id: string; kind: string }) => [id, kind]);

    const before = await listed();
    await api().run('tokens/revoke', { query: { id } });

    expect(before).toEqual([[id, 'session']]);
    expect(await authorized(session, 'agents/list')).toBeUndefined();
    expect(await listed()).toEqual([]);
  });

  it('can be neither renewed nor rotated into a token that does not end', async () => {
    const { id, session } = await signIn();

    const renewed = await ask(session, 'sessions/create');
    const rotated = await ask(session, 'tokens/rotate', {}, { id });

    expect(placesOf(renewed)).toEqual(['header.authorization session_not_renewable']);
    expect(rotated.status).toBe(404);
  });

  it('ends by signing out, which removes the cookie', async () => {
    const { session } = await signIn();

    const answer = await ask(session, 'sessions/end');

    expect(answer.headers?.['set-cookie']).toBe(
      '__Host-session=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0',
    );
    expect(await authorized(session, 'agents/list')).toBeUndefined();
  });
});

describe('a sign-in link', () => {
  it('signs in one of ten who use it at the same time, although API Gateway caches its authorization', async () => {
    const link = await newLink();
    const token = (await authorized(link, 'sessions/create'))!;

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api().run('sessions/create', { token })),
    );

    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(placesOf)).toEqual(Array(9).fill(['header.authorization sign_in_link_used']));
    expect((await api().run('tokens/list')).body).toHaveLength(1);
    expect(await authorized(link, 'sessions/create')).toBeUndefined();
  });

  it('works for a minute', async () => {
    const link = await newLink();

    expect(await worksAt(inHours(59 / 3600), link, 'sessions/create')).toBe(true);
    expect(await worksAt(inHours(60 / 3600), link, 'sessions/create')).toBe(false);
  });

  it('permits nothing but signing in, and seeing as whom', async () => {
    const link = await newLink();

    const permitted = [];
    for (const operation of Object.keys(catalogue))
      if (await authorized(link, operation)) permitted.push(operation);

    expect(permitted.sort()).toEqual(['sessions/create', 'sessions/current']);
    const shown = await ask(link, 'sessions/current');
    expect(shown.body).toMatchObject({ kind: 'sign_in_link', user_id: api().user });
  });
});

it('a user with 30 sessions gets no further one until one ends, and as many access tokens as before', async () => {
  const text = await newToken();
  for (let made = 0; made < 30; made++) await ask(text, 'sessions/create');

  const refused = await ask(text, 'sessions/create');
  const token = await ask(text, 'tokens/create', { scopes: ['read'] });
  vi.setSystemTime(inHours(8));
  const later = await ask(text, 'sessions/create');

  expect(refused.status).toBe(409);
  expect(placesOf(refused)).toEqual([' too_many_sessions']);
  expect([token.status, later.status]).toEqual([200, 200]);
});
