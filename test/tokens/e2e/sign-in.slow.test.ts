import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProcess, startService } from '../../support/service/service-process.ts';

// The console's address of a local service, as a browser and as an attacker sees it. The pages are two files of this test.

const ROOT = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

let service: ServiceProcess;
let consoleUrl: string;
const pages = mkdtempSync(join(tmpdir(), 'console-pages-'));

beforeAll(async () => {
  mkdirSync(join(pages, 'assets'));
  writeFileSync(
    join(pages, 'index.html'),
    '<!doctype html><script type="module" src="/assets/main-1a2b3c4d.js"></script>',
  );
  writeFileSync(join(pages, 'assets', 'main-1a2b3c4d.js'), `// ${'x'.repeat(2000)}`);
  service = await startService({ env: { CONSOLE_DIRECTORY: pages }, synthesizes: true });
  consoleUrl = service.connection.console_url ?? '';
}, 120_000);

afterAll(async () => {
  await service.kill();
  rmSync(pages, { recursive: true });
});

const at = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${consoleUrl}${path}`, { redirect: 'manual', ...init, headers });

const post = (path: string, headers: Record<string, string>, body?: object) =>
  at(
    path,
    { ...headers, ...(body && { 'content-type': 'application/json' }) },
    { method: 'POST', ...(body && { body: JSON.stringify(body) }) },
  );

/** The code of a link that `npm run console` prints. */
async function newCode(...args: string[]): Promise<string> {
  const command = [join(ROOT, 'bin', 'console.ts'), '--data', service.data, ...args];
  const { stdout } = await run(process.execPath, command, { cwd: ROOT });
  const [, origin, code = ''] = /(http:\/\/[\d.:]+)\/sign-in#([\w-]{43})$/m.exec(stdout) ?? [];
  expect(origin).toBe(consoleUrl);
  return code;
}

/** The headers that a browser sends from a page of the console. */
const OF_PAGE = { 'x-console': '1', 'sec-fetch-site': 'same-origin' };

/** Signs in as a browser does, and returns the Cookie header that it sends from then on. */
async function signIn(token: string = service.connection.access_token, body: object = {}): Promise<string> {
  const answer = await post('/v1/sessions/create', { ...OF_PAGE, authorization: `Bearer ${token}` }, body);
  expect(answer.status).toBe(200);
  const [pair = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return pair;
}

const typeOf = async (answer: Response) => [answer.status, JSON.parse(await answer.text()).detail[0].type];

describe('the pages', () => {
  it('are one page for every route', async () => {
    const [root, route] = await Promise.all([at('/'), at('/calls/0199a5d0?status=ended')]);

    expect(await route.text()).toBe(await root.text());
    expect(route.headers.get('cache-control')).toBe('no-cache');
  });

  it('are read only, and do not reveal which files are missing', async () => {
    const missing = await at('/assets/none.js');
    const written = await at('/', {}, { method: 'POST', body: 'x' });

    expect([missing.status, await missing.text()]).toEqual([403, expect.stringContaining('AccessDenied')]);
    expect(written.status).toBe(403);
  });

  it.each([
    '/calls',
    '/assets/main-1a2b3c4d.js',
    '/v1/sessions/current',
  ])('cannot be framed by another page: %s', async (path) => {
    const { headers } = await at(path);

    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
  });
});

it('signing in lets the page use the API, which never sees the cookie', async () => {
  const cookie = await signIn();

  const prompt = await post('/v1/prompts/create', { cookie, ...OF_PAGE }, { content: 'Be brief.' });
  const list = await at('/v1/prompts/list', { cookie, ...OF_PAGE });
  const directly = await fetch(`${service.connection.base_url}/v1/prompts/list`, { headers: { cookie } });

  expect([prompt.status, list.status, directly.status]).toEqual([200, 200, 401]);
  expect(list.headers.get('cache-control')).toBe('no-store');
});

describe('a request that a foreign page makes the browser send', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  it('as a form changes nothing, even if the browser sends the cookie', async () => {
    const cookie = await signIn();
    const form = (headers: Record<string, string>) =>
      at('/v1/tokens/create', { cookie, ...FORM, ...headers }, { method: 'POST', body: 'scopes=read' });

    const answers = [
      // The header that present browsers send from another site, another host or another port.
      await form({ 'sec-fetch-site': 'cross-site' }),
      await form({ 'sec-fetch-site': 'same-site' }),
      await form({ 'sec-fetch-site': 'none' }),
      // An old browser, which sends none of them.
      await form({}),
    ];

    expect(await Promise.all(answers.map(typeOf))).toEqual([
      [403, 'cross_site_request'],
      [403, 'cross_site_request'],
      [403, 'cross_site_request'],
      [403, 'missing_console_header'],
    ]);
    // The local server already refuses their origins.
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1'])
      expect((await form({ origin, 'x-console': '1' })).status).toBe(403);
  });

  it('as a script gets no permission to send the header', async () => {
    const preflight = await at(
      '/v1/tokens/create',
      {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-console, content-type',
      },
      { method: 'OPTIONS' },
    );

    expect(preflight.ok).toBe(false);
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('reads nothing, neither as a script nor in a frame', async () => {
    const cookie = await signIn();

    const answer = await at('/v1/prompts/list', { cookie, 'sec-fetch-site': 'cross-site' });
    const old = await at('/v1/prompts/list', { cookie });

    expect(await typeOf(answer)).toEqual([403, 'cross_site_request']);
    expect(old.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(old.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a stolen cookie', () => {
  it('without the header changes nothing', async () => {
    const cookie = await signIn();

    const answers = await Promise.all(
      ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => at('/v1/prompts/create', { cookie }, { method })),
    );

    expect(await Promise.all(answers.map(typeOf))).toEqual(
      answers.map(() => [403, 'missing_console_header']),
    );
  });

  it.each([
    ['a line break', '__Host-session=a%0d%0ax-evil:1'],
    ['another scheme', '__Host-session=x y'],
    ['too little', '__Host-session=abc'],
    ['no prefix', `session=${'a'.repeat(43)}`],
  ])('with %s in it is no session', async (_, cookie) => {
    const answer = await at('/v1/prompts/list', { cookie, ...OF_PAGE });

    expect(await typeOf(answer)).toEqual([401, 'unauthorized']);
  });

  it('does not replace the token that a request has', async () => {
    const cookie = await signIn();

    const answer = await at('/v1/prompts/list', { cookie, ...OF_PAGE, authorization: 'Bearer wrong' });

    expect(answer.status).toBe(401);
  });
});

it('the link’s code and the session’s token are in no log and no file of the service', async () => {
  const code = await newCode();
  const [, session = ''] = (await signIn(code)).split('=');
  const logs = join(service.data, 'logs');

  const texts = [
    service.output(),
    ...readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8')),
  ];

  expect(texts.filter((text) => text.includes(code) || text.includes(session))).toEqual([]);
});
