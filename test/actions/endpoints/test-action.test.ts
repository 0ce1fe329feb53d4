import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ExternalService, json } from '../../support/peers/external-service.ts';
import { findOrder, SAMPLES } from '../../support/samples.ts';
import { FunctionApi, placesOf } from '../../support/service/function-api.ts';

const service = new ExternalService({
  '/order': (response) => {
    response.setHeader('set-cookie', ['session=secret', 'other=secret']);
    response.setHeader('x-served-by', 'me');
    json({ result: 'on its way' })(response);
  },
  '/long': json({ result: 'x'.repeat(20_000) }),
  '/endless': json({ result: 'x'.repeat(70_000) }),
  '/words': (response) => response.end('Not JSON.'),
  '/away': (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  '/gone': (response) => response.destroy(),
  '/silent': () => undefined,
});
const url = await service.listen();
afterAll(() => service.close());

const opened = await FunctionApi.ofFile();
vi.stubEnv('OUTBOUND_ALLOWED_NETWORKS', '127.0.0.0/8');
vi.stubEnv('REHEARSALS_PER_HOUR', '20');

const test = (body: object, api = opened) => api.run('actions/test', { body });
const testAt = async (path: string, api = opened.ofAnotherUser()) =>
  (await test({ action: findOrder(`${url}${path}`), arguments: { number: 7 } }, api)).body;

describe('a test of an external action', () => {
  it('sends what a rehearsal sends, with the signature of the stored action', async () => {
    const action = await opened.created('actions', findOrder(`${url}/order`));

    const { status, body, text } = await test({ action: action.id, arguments: { number: 7 } });

    const { request, response, error } = body;
    const [received] = service.asked;
    expect(status, text).toBe(200);
    expect([request.url, request.method, request.body]).toEqual([`${url}/order`, 'POST', received?.text]);
    expect(received?.headers).toMatchObject(request.headers);
    const verified = new Webhook(action.config.signature_secret).verify(request.body, request.headers);
    expect(verified).toEqual({ call_id: expect.any(String), rehearsal: true, payload: { number: 7 } });
    expect(response).toMatchObject({ status: 200, body: '{"result":"on its way"}', ms: expect.any(Number) });
    expect(response.headers).toMatchObject({ 'set-cookie': '[redacted]', 'x-served-by': 'me' });
    expect(error).toBeNull();
    expect(text).not.toContain(action.config.signature_secret);
  });

  it('tests an action that is not stored, and does not store it', async () => {
    const api = opened.ofAnotherUser();

    const { response } = await testAt('/order', api);

    expect(response.status).toBe(200);
    expect((await api.run('actions/list')).body.total).toBe(0);
  });

  it.each<[string, object | null, string | null]>([
    ['/long', { status: 200 }, null],
    ['/endless', null, 'The answer of the service broke off, or has more than 64 KB.'],
    ['/words', { status: 200, body: 'Not JSON.' }, 'The answer of the service is malformed.'],
    ['/away', { status: 302 }, 'The service answered with HTTP status 302.'],
    ['/gone', null, 'The service could not be reached (ECONNRESET).'],
  ])('tells what the agent would be told: %s', async (path, response, error) => {
    const tested = await testAt(path);

    expect(tested).toMatchObject({ response, error });
    expect((tested.response?.body ?? '').length).toBeLessThanOrEqual(16_384);
  });

  it('gives a service ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const before = service.asked.length;
      const testing = testAt('/silent');
      await vi.waitUntil(() => service.asked.length > before);
      await vi.advanceTimersByTimeAsync(10_000);

      expect(await testing).toMatchObject({ response: null, error: 'The service did not answer in time.' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('reaches no private address by a name', async () => {
    vi.stubEnv('OUTBOUND_ALLOWED_NETWORKS', '');
    const asked = service.asked.length;
    const action = findOrder(`${url.replace('127.0.0.1', 'localhost')}/order`);

    const { body } = await test({ action, arguments: { number: 7 } }, opened.ofAnotherUser());

    vi.stubEnv('OUTBOUND_ALLOWED_NETWORKS', '127.0.0.0/8');
    expect(body).toMatchObject({ response: null, error: 'The URL must lead to a public address.' });
    expect(service.asked).toHaveLength(asked);
  });

  it('is refused at the place of each fault, and sends nothing', async () => {
    const api = opened.ofAnotherUser();
    const theirs = await opened.created('actions', findOrder(`${url}/order`));
    const transfer = await api.created('actions', SAMPLES.actions);
    const action = findOrder(`${url}/order`);
    const asked = service.asked.length;

    const answers = [
      await test({ action: theirs.id, arguments: { number: 7 } }, api),
      await test({ action: { id: theirs.id } }, api),
      await test({ action: transfer.id }, api),
      await test({ action: SAMPLES.actions }, api),
      await test({ action: findOrder('http://169.254.169.254/'), arguments: { number: 7 } }, api),
      await test({ action, arguments: { number: 'seven' } }, api),
      await test({ action }, api),
      await test({ action, arguments: { number: 7, text: 'x'.repeat(17_000) } }, api),
      await test({ action, arguments: { text: 'x'.repeat(1_000_000) } }, api),
    ];

    expect(answers.map((answer) => placesOf(answer).at(-1))).toEqual([
      'body.action unknown_reference',
      'body.action.id unknown_reference',
      'body.action wrong_kind',
      'body.action.type unknown_value',
      'body.action.config.url address_not_public',
      'body.arguments arguments_do_not_fit',
      'body.arguments arguments_do_not_fit',
      'body.arguments invalid_value',
      'body body_too_large',
    ]);
    expect(service.asked).toHaveLength(asked);
  });

  it('is limited to a number an hour, also at once', async () => {
    vi.stubEnv('REHEARSALS_PER_HOUR', '3');
    const api = opened.ofAnotherUser();
    const before = service.asked.length;

    const body = { action: findOrder(`${url}/order`), arguments: { number: 7 } };
    const answers = await Promise.all(Array.from({ length: 8 }, () => test(body, api)));

    const refused = answers.filter(({ status }) => status === 429);
    expect(service.asked.length - before).toBe(3);
    expect(refused).toHaveLength(5);
    expect(placesOf(refused[0]!)).toEqual([' too_many_action_tests']);
  });
});
