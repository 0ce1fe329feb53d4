import { describe, expect, it, vi } from 'vitest';
import { putItem } from '../../../lambdas/platform/table/items.ts';
import { erasureKey } from '../../../lambdas/platform/table/keys.ts';
import { transact } from '../../../lambdas/platform/table/retry.ts';
import { insertToken, loadListed, removalOf, TokenEnded } from '../../../lambdas/tokens/store/tokens.ts';
import { placesOf } from '../../support/service/function-api.ts';
import { inHours, START, signingIn, textIn } from '../../support/service/signing-in.ts';

const { api, draft, newToken, authorized, ask, signIn } = await signingIn();

describe('a token that makes another', () => {
  const create = { scopes: ['read'] };

  it('cannot when it is revoked, although API Gateway caches its authorization', async () => {
    const [maker, former] = [draft(), draft()];
    const token = (await authorized(await insertToken(api().table, maker), 'tokens/create'))!;
    await insertToken(api().table, former);
    await api().run('tokens/revoke', { query: { id: maker.id } });

    const answers = [
      await api().run('tokens/create', { token, body: create }),
      await api().run('tokens/rotate', { token, query: { id: former.id } }),
      await api().run('tokens/rotate', { token, query: { id: maker.id } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect((await api().run('tokens/list')).body).toHaveLength(1);
  });

  it('cannot when it is revoked between the read and the write', async () => {
    const maker = draft();
    await insertToken(api().table, maker);
    await api().run('tokens/revoke', { query: { id: maker.id } });

    const made = insertToken(api().table, draft(), { maker, now: START });

    await expect(made).rejects.toThrow(TokenEnded);
    expect((await api().run('tokens/list')).body).toEqual([]);
  });

  it('makes none that ends later than itself', async () => {
    const text = await newToken({ expires_at: inHours(1).toISOString() });
    const endless = draft();
    await insertToken(api().table, endless);

    const made = [
      await ask(text, 'tokens/create', create),
      await ask(text, 'tokens/create', { ...create, expires_at: inHours(2).toISOString() }),
    ];
    const rotated = await ask(text, 'tokens/rotate', {}, { id: endless.id });

    expect(made.map(({ body }) => body.expires_at)).toEqual(Array(2).fill(inHours(1).toISOString()));
    expect(placesOf(rotated)).toEqual(['query.id outlives_own_token']);
  });

  it('gives it no scope that itself lacks', async () => {
    const [text, mighty] = [await newToken({ scopes: ['tokens', 'read'] }), draft({ scopes: ['write'] })];
    await insertToken(api().table, mighty);

    const answers = [
      await ask(text, 'tokens/create', { scopes: ['read', 'calls'] }),
      await ask(text, 'tokens/rotate', undefined, { id: mighty.id }),
    ];

    expect(answers.map(placesOf)).toEqual([['body.scopes missing_scope'], ['query.id missing_scope']]);
    expect((await ask(text, 'tokens/create', { scopes: ['agents:read'] })).status).toBe(200);
  });

  it('takes those that a session made with it, which make no session', async () => {
    const { session } = await signIn();
    const child = (await ask(session, 'tokens/create', { scopes: ['read', 'tokens'] })).body;
    const anew = await ask(child.access_token, 'sessions/create');
    const before = await authorized(child.access_token, 'agents/list');

    await ask(session, 'sessions/end');

    expect(before).toBeDefined();
    expect(placesOf(anew)).toEqual(['header.authorization session_not_renewable']);
    expect(await authorized(child.access_token, 'agents/list')).toBeUndefined();
  });

  it('is refused while the data of its user are erased', async () => {
    const text = await newToken();
    await putItem(api().table, erasureKey(api().user));

    expect(await authorized(text, 'agents/list')).toBeUndefined();
  });
});

describe('a revocation', () => {
  const scopes = ['tokens', 'read'];
  const make = async (by: string) => (await ask(by, 'tokens/create', { scopes })).body;
  const rotate = async (by: string, { id }: { id: string }, body = {}) =>
    (await ask(by, 'tokens/rotate', body, { id })).body;
  const revoke = ({ id }: { id: string }) => api().run('tokens/revoke', { query: { id } });
  const alive = async (...made: { access_token: string }[]) => {
    const found = made.map(({ access_token }) => authorized(access_token, 'agents/list'));
    return (await Promise.all(found)).map((token) => token !== undefined);
  };
  const makersListed = async () => (await api().run('tokens/list')).body.map(({ made_by }: Token) => made_by);
  type Token = Record<'id' | 'access_token' | 'made_by', string>;

  it('takes what the token made, its successor, and what that made', async () => {
    const maker = await make(await newToken());
    const child = await make(maker.access_token);
    const grandchild = await make(child.access_token);
    const session = { access_token: textIn(await ask(child.access_token, 'sessions/create')) };
    const successor = await rotate(maker.access_token, maker);
    const last = await make(successor.access_token);
    const all = [maker, child, grandchild, session, successor, last];
    const before = await alive(...all);

    await revoke(maker);

    expect(before).toEqual(Array(6).fill(true));
    expect([child.made_by, successor.made_by, last.made_by]).toEqual([maker.id, maker.made_by, successor.id]);
    expect(await alive(...all)).toEqual(Array(6).fill(false));
    expect(await makersListed()).toEqual([null]);
  });

  it('of an expired token hands what it made to its successor, with which it ends', async () => {
    const maker = await make(await newToken());
    const child = await make(maker.access_token);
    const asRead = (await loadListed(api().table, api().user)).find(({ id }) => id === child.id);
    const successor = await rotate(maker.access_token, maker, { overlap_seconds: 0 });

    await revoke(maker);
    // Another revocation that read it before.
    await transact(api().table, removalOf(api().table, asRead!));
    const between = await alive(maker, child, successor);
    const makers = await makersListed();
    await revoke(successor);

    expect(between).toEqual([false, true, true]);
    expect(makers.sort()).toEqual([null, maker.made_by, successor.id].sort());
    expect(await alive(child, successor)).toEqual([false, false]);
  });

  it('leaves none of the successors that are made at the same time', async () => {
    const maker = await make(await newToken());
    const token = (await authorized(maker.access_token, 'tokens/rotate'))!;
    const rotating = () => api().run('tokens/rotate', { token, query: { id: maker.id } });

    const [one, , other] = await Promise.all([rotating(), revoke(maker), rotating()]);

    const made = [one, other].flatMap(({ status, body }) => (status === 200 ? [body] : []));
    expect(await alive(maker, ...made)).not.toContain(true);
  });

  it('is not needed for what a session made that expired: the next token clears it away', async () => {
    const { session } = await signIn();
    await make(session);
    const [stored] = (await loadListed(api().table, api().user)).filter(({ kind }) => kind === 'session');
    await transact(api().table, removalOf(api().table, stored!));

    await make(await newToken());

    expect(await loadListed(api().table, api().user)).toHaveLength(2);
  });

  it('needs the scopes of the token, unless it is the own one', async () => {
    const [own, mighty] = [draft({ scopes: ['tokens'] }), draft()];
    const [text] = [await insertToken(api().table, own), await insertToken(api().table, mighty)];

    const refused = await ask(text, 'tokens/revoke', {}, { id: mighty.id });
    const done = await ask(text, 'tokens/revoke', {}, { id: own.id });

    expect(placesOf(refused)).toEqual(['query.id missing_scope']);
    expect(done.status).toBe(200);
  });
});

describe('a token', () => {
  it('ends at its time, although API Gateway caches its authorization', async () => {
    const token = (await authorized(
      await newToken({ expires_at: inHours(1).toISOString() }),
      'agents/list',
    ))!;
    const statusAt = async (hours: number) => {
      vi.setSystemTime(inHours(hours));
      return (await api().run('agents/list', { token })).status;
    };

    expect([await statusAt(0.99), await statusAt(1)]).toEqual([200, 401]);
  });

  it('has at most five makers, one made by the other', async () => {
    let text = await newToken();
    const statuses: number[] = [];
    for (let made = 0; made < 6; made++) {
      const { status, body } = await ask(text, 'tokens/create', { scopes: ['tokens'] });
      statuses.push(status);
      text = body.access_token;
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200, 422]);
  });

  /** A new token that rotates itself. */
  async function rotating() {
    const former = draft();
    const token = (await authorized(await insertToken(api().table, former), 'tokens/rotate'))!;
    return () => api().run('tokens/rotate', { token, query: { id: former.id } });
  }

  it('that is rotated eight times at once has one successor', async () => {
    const rotate = await rotating();

    const answers = await Promise.all(Array.from({ length: 8 }, rotate));

    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(placesOf)).toEqual(Array(7).fill(['query.id already_rotated']));
    expect((await api().run('tokens/list')).body).toHaveLength(2);
  });

  it('that is rotated works during its overlap, beside a successor with its name and scopes', async () => {
    const maker = await newToken();
    const former = (await ask(maker, 'tokens/create', { scopes: ['prompts:read'], name: 'CRM' })).body;

    const { body } = await ask(maker, 'tokens/rotate', { overlap_seconds: 60 }, { id: former.id });

    expect(body).toMatchObject({ name: 'CRM', scopes: ['prompts:read'], expires_at: null });
    for (const { access_token: text } of [former, body])
      expect(await authorized(text, 'prompts/list')).toBeDefined();
  });

  it('is not kept in words for a repeat with the same idempotency key', async () => {
    const token = (await authorized(await newToken(), 'tokens/create'))!;
    const request = { token, body: { scopes: ['read'] }, headers: { 'idempotency-key': 'key' } };

    const first = await api().run('tokens/create', request);
    const second = await api().run('tokens/create', request);

    expect([first.status, second.status]).toEqual([200, 409]);
    expect(placesOf(second)).toEqual(['header.idempotency-key answer_not_kept']);
  });

  it('may be rotated again when its successor, whose text was lost, is revoked', async () => {
    const rotate = await rotating();
    const lost = await rotate();
    await api().run('tokens/revoke', { query: { id: lost.body.id } });

    expect((await rotate()).status).toBe(200);
  });

  it('that pins a version of the API decides the shape of answers without the header, as does its successor', async () => {
    const text = await newToken();
    const pinned = { scopes: ['calls:read', 'tokens'], api_version: '2026-11', vendor_words: true };
    const made = await ask(text, 'tokens/create', pinned);
    const successor = await ask(text, 'tokens/rotate', undefined, { id: made.body.id });
    const token = (await authorized(successor.body.access_token, 'calls/list'))!;

    const unversioned = await api().run('calls/list', { token });
    const versioned = await api().run('calls/list', { token, headers: { 'api-version': '2024-08' } });
    const { body: shown } = await api().run('tokens/get', { query: { id: successor.body.id } });

    expect([made.body.api_version, shown.api_version]).toEqual(['2026-11', '2026-11']);
    expect([made.body.vendor_words, shown.vendor_words, token.vendor_words]).toEqual([true, true, 'true']);
    expect((await authorized(text, 'calls/list'))!.vendor_words).toBeUndefined();
    expect(unversioned.body).toMatchObject({ items: [], page: 1 });
    expect(versioned.body).toEqual([]);
  });
});
