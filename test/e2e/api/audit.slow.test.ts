import { beforeAll, describe, expect, inject, it } from 'vitest';
import { linksOf } from '../../support/links.ts';
import { makeAgent, placeCall } from '../../support/scene.ts';
import { Api, until } from '../../support/service/api.ts';
import { newUser } from '../../support/service/new-user.ts';

const connection = inject('connection');

type Entry = Readonly<Record<string, unknown>>;

let owner: Api;
let stranger: Api;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([newUser(connection), newUser(connection)]);
});

/** The changes of a record, oldest first, once there are this many. */
const changesOf = (record: string, count: number): Promise<Entry[]> =>
  until(`${count} changes of ${record}`, async () => {
    const { body } = await owner.get(`/v1/audit?record=${encodeURIComponent(record)}`);
    return body.length >= count ? body.toReversed() : { waitingFor: body };
  });

describe('the audit log', () => {
  it('shows who changed which fields of a record, when and from where, and never a value', async () => {
    const send = (path: string, body?: object) =>
      owner.send(path, {
        method: 'POST',
        headers: { 'x-forwarded-for': '203.0.113.99', forwarded: 'for=203.0.113.99' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const url = (path: string) => `https://example.com/${path}-confidential`;
    const begun = Date.now();

    const created = await send('/v1/webhooks/create', { subscriptions: [], url: url('a') });
    const { id, secret } = created.body;
    const answers = [
      created,
      await send(`/v1/webhooks/update?id=${id}`, { url: url('b'), enabled: false }),
      await send(`/v1/webhooks/update?id=${id}`, { url: url('b') }),
      await send(`/v1/webhooks/rotate_secret?id=${id}`),
      await send(`/v1/webhooks/delete?id=${id}`),
    ];

    const changes = await changesOf(id, 4);
    const [token] = (await owner.get('/v1/tokens/list')).body;
    const all = ['all_calls', 'enabled', 'method', 'secret', 'subscriptions', 'url', 'previous_secrets'];
    const switched = ['disabled_at', 'disabled_reason'];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(changes.map(({ operation, change }) => [operation, change])).toEqual([
      ['createWebhook', 'created'],
      ['updateWebhook', 'updated'],
      ['rotateWebhookSecret', 'updated'],
      ['deleteWebhook', 'deleted'],
    ]);
    expect(changes.map(namesOf)).toEqual([
      { before: [], after: all.toSorted() },
      { before: ['enabled', 'url'], after: ['enabled', 'url', ...switched].toSorted() },
      { before: ['previous_secrets', 'secret'], after: ['previous_secrets', 'secret'] },
      { before: [...all, ...switched].toSorted(), after: [] },
    ]);
    // The second update changed nothing.
    const ids = answers.filter((_, index) => index !== 2).map(({ headers }) => headers.get('x-request-id'));
    expect(changes.map(({ request_id }) => request_id)).toEqual(ids);
    for (const change of changes) {
      expect(change).toMatchObject({ by: 'token', token_id: token.id, kind: 'webhook', record_id: id });
      expect(['127.0.0.1', '::1', '::ffff:127.0.0.1']).toContain(change.ip_address);
      expect(Math.abs(Date.parse(String(change.at)) - begun)).toBeLessThan(120_000);
    }
    expect(JSON.stringify(changes)).not.toContain('confidential');
    expect(JSON.stringify(changes)).not.toContain(secret);
  });

  it('has the creation, end and deletion of a call by its user, and no change by the service itself', async () => {
    const { agent } = await makeAgent(owner);
    const from = (await owner.created('/v1/numbers/buy', {})).number;
    const held = { ...connection, phone_number: from };
    const callee = { answer: 'answer', ring_ms: 60_000 };
    const { call } = await placeCall(held, owner, { agent: agent.id, callee });
    await owner.callWhen(call.id, ({ telephony_id }) => telephony_id !== undefined);
    await owner.created(`/v1/calls/end?id=${call.id}`);
    await owner.finishedCall(call.id);
    await owner.created(`/v1/calls/delete?id=${call.id}`);

    const changes = await changesOf(call.id, 3);

    expect(changes.map(({ operation, by }) => [operation, by])).toEqual([
      ['createCall', 'token'],
      ['endCall', 'token'],
      ['deleteCall', 'token'],
    ]);
    expect(changes[1]?.fields_after).toEqual(expect.arrayContaining(['status', 'end_time']));
  });

  it('shows who created a token: the operator, or another token', async () => {
    const [first] = (await owner.get('/v1/tokens/list')).body;
    const { id, access_token } = await owner.created('/v1/tokens/create', { scopes: ['prompts:write'] });
    const prompt = await new Api(connection.base_url, access_token).created('/v1/prompts/create', {});

    const [ofOperator, ofOwner, ofNew] = [
      await changesOf(first.id, 1),
      await changesOf(id, 1),
      await changesOf(prompt.id, 1),
    ].map(([change]) => change);

    expect(ofOperator).toMatchObject({ by: 'operator', token_id: null, ip_address: null, operation: null });
    expect(ofOwner).toMatchObject({ by: 'token', token_id: first.id, operation: 'createToken' });
    expect(ofNew).toMatchObject({ by: 'token', token_id: id });
    expect(JSON.stringify(ofOwner)).not.toContain(access_token);
  });

  it('is paged by its links, and narrowed by kind and time', async () => {
    const begun = new Date().toISOString();
    const ids: string[] = [];
    for (let made = 0; made < 5; made++)
      ids.push((await owner.created('/v1/voices/create', { type: 'voice_builtin', voice_id: 'default' })).id);
    await changesOf(ids[4]!, 1);

    const seen: string[] = [];
    const sizes: number[] = [];
    let path: string | undefined = `/v1/audit?kind=voice&from=${begun}&size=2`;
    while (path) {
      const { body, headers } = await owner.get(path);
      seen.push(...body.map(({ record_id }: Entry) => record_id));
      sizes.push(body.length);
      path = linksOf(headers, '/v1/audit').next;
    }
    const earlier = await owner.get(`/v1/audit?kind=voice&until=${begun}`);

    expect(seen).toEqual(ids.toReversed());
    expect(Math.max(...sizes)).toBe(2);
    expect(earlier.body.filter(({ record_id }: Entry) => ids.includes(String(record_id)))).toEqual([]);
  });

  it('shows a user no entries of another user', async () => {
    const prompt = await owner.created('/v1/prompts/create', {});
    await changesOf(prompt.id, 1);

    const { body } = await stranger.get(`/v1/audit?record=${prompt.id}`);
    const { body: all } = await stranger.get('/v1/audit?size=100');
    const owners = new Set(all.map(({ user_id }: Entry) => user_id));

    expect(body).toEqual([]);
    expect(owners.size).toBe(1);
    expect(owners).not.toContain(prompt.user_id);
  });

  it.each([
    ['record=', 200],
    [`record=${'x'.repeat(101)}`, 422],
    ['kind=everything', 422],
    ['from=yesterday', 422],
    ['size=101', 422],
    ['cursor=x', 422],
    ['user_id=x', 422],
  ])('answers %s with %i', async (query, status) => {
    expect((await owner.get(`/v1/audit?${query}`)).status).toBe(status);
  });

  it('needs the scope audit:read, or read', async () => {
    const statusWith = async (scope: string) => {
      const { access_token } = await owner.created('/v1/tokens/create', { scopes: [scope] });
      return (await new Api(connection.base_url, access_token).get('/v1/audit')).status;
    };

    const statuses = [await statusWith('audit:read'), await statusWith('read'), await statusWith('write')];

    expect(statuses).toEqual([200, 200, 403]);
  });
});

const namesOf = ({ fields_before, fields_after }: Entry) => ({
  before: (fields_before as string[]).toSorted(),
  after: (fields_after as string[]).toSorted(),
});
