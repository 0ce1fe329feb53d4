import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chromiumPath, launchChromium } from '../../support/console/browser.ts';
import { makeAgent, placeCall } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';
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
  it('are one page for every route, with headers that let it run its own files only', async () => {
    const [root, route] = await Promise.all([at('/'), at('/calls/0199a5d0?status=ended')]);
    const csp = route.headers.get('content-security-policy') ?? '';

    expect(await route.text()).toBe(await root.text());
    expect(route.headers.get('cache-control')).toBe('no-cache');
    expect(csp).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(csp).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(Object.fromEntries(route.headers)).toMatchObject({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('come with files that browsers keep for a year', async () => {
    const file = await at('/assets/main-1a2b3c4d.js');

    expect(Object.fromEntries(file.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript',
    });
  });

  it('are read only, and do not reveal which files are missing', async () => {
    const missing = await at('/assets/none.js');
    const written = await at('/', {}, { method: 'POST', body: 'x' });

    expect([missing.status, await missing.text()]).toEqual([403, expect.stringContaining('AccessDenied')]);
    expect(written.status).toBe(403);
  });

  it.each([
    '/',
    '/calls',
    '/assets/main-1a2b3c4d.js',
    '/v1/sessions/current',
  ])('cannot be framed by another page: %s', async (path) => {
    const { headers } = await at(path);

    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  it('may play a recording from the API’s redirect', async () => {
    const api = new Api(service.connection.base_url, service.connection.access_token);
    const { agent } = await makeAgent(api);
    const callee = { script: [{ hang_up: true }] };
    const { call } = await placeCall(service.connection, api, { agent: agent.id, callee });
    await api.callWhen(call.id, ({ recording_available }) => recording_available);
    const cookie = await signIn();

    const page = await at('/');
    const redirect = await at(`/v1/calls/recording?id=${call.id}`, {
      cookie,
      'sec-fetch-site': 'same-origin',
    });
    const [, sources = ''] =
      /media-src ([^;]+)/.exec(page.headers.get('content-security-policy') ?? '') ?? [];
    const location = redirect.headers.get('location') ?? '';
    const recording = await fetch(location);
    const part = await fetch(location, { headers: { range: 'bytes=4-7' } });

    expect(redirect.status).toBe(302);
    expect(sources.split(' ').some((source) => location.startsWith(source))).toBe(true);
    expect(recording.headers.get('content-type')).toBe('audio/mpeg');
    // A player requests the part to which a listener jumps.
    expect([part.status, await part.bytes()]).toEqual([206, (await recording.bytes()).subarray(4, 8)]);
  });
});

describe('signing in', () => {
  it('works with a pasted token, and the token of the session is in no body', async () => {
    const cookie = await signIn(undefined, { name: 'Firefox' });
    const current = await at('/v1/sessions/current', { cookie, ...OF_PAGE });
    const text = await current.text();

    expect(cookie).toMatch(/^__Host-session=[\w-]{43}$/);
    expect(JSON.parse(text)).toMatchObject({ kind: 'session', name: 'Firefox', scopes: null });
    expect(text).not.toContain(cookie.split('=')[1]);
    expect(current.headers.get('cache-control')).toBe('no-store');
  });

  it('works once with the link of npm run console', async () => {
    const code = await newCode('--scopes', 'read');
    const cookie = await signIn(code);

    const again = await post('/v1/sessions/create', { ...OF_PAGE, authorization: `Bearer ${code}` });
    const current = await at('/v1/sessions/current', { cookie });
    const write = await post('/v1/agents/create', { cookie, ...OF_PAGE }, {});

    expect([401, 409]).toContain(again.status);
    expect(again.headers.get('set-cookie')).toBeNull();
    expect(await current.json()).toMatchObject({ kind: 'session', scopes: ['read'] });
    expect(await typeOf(write)).toEqual([403, 'missing_scope']);
  });

  it('lets the page use the API, which never sees the cookie', async () => {
    const cookie = await signIn();

    const prompt = await post('/v1/prompts/create', { cookie, ...OF_PAGE }, { content: 'Be brief.' });
    const list = await at('/v1/prompts/list', { cookie, ...OF_PAGE });
    const directly = await fetch(`${service.connection.base_url}/v1/prompts/list`, { headers: { cookie } });

    expect([prompt.status, list.status, directly.status]).toEqual([200, 200, 401]);
  });

  it('ends with signing out, in this browser and everywhere', async () => {
    const cookie = await signIn();

    const out = await post('/v1/sessions/end', { cookie, ...OF_PAGE });
    const after = await at('/v1/prompts/list', { cookie, ...OF_PAGE });

    expect(out.headers.get('set-cookie')).toBe(
      '__Host-session=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0',
    );
    expect(await typeOf(after)).toEqual([401, 'unauthorized']);
  });

  it('is listed, and ended from elsewhere', async () => {
    const cookie = await signIn(undefined, { name: 'Lost laptop' });
    const owner = new Api(service.connection.base_url, service.connection.access_token);
    const { body: tokens } = await owner.get('/v1/tokens/list');
    const { id } = tokens.find(({ name }: { name: string | null }) => name === 'Lost laptop');

    await owner.created(`/v1/tokens/revoke?id=${id}`);

    expect((await at('/v1/prompts/list', { cookie, ...OF_PAGE })).status).toBe(401);
  });
});

describe('large answers', () => {
  it('come compressed from the API, and are never cached', async () => {
    const cookie = await signIn();
    const prompt = { content: 'Be brief. '.repeat(200) };
    const created = await post('/v1/prompts/create', { cookie, ...OF_PAGE }, prompt);
    const { id } = JSON.parse(await created.text());
    const ask = (coding: string) =>
      at(`/v1/prompts?id=${id}`, { cookie, ...OF_PAGE, 'accept-encoding': coding });

    const [small, plain] = await Promise.all([ask('gzip, deflate, br, zstd'), ask('identity')]);

    expect([small.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual([
      'gzip',
      null,
    ]);
    expect(Number(small.headers.get('content-length'))).toBeLessThan(
      Number(plain.headers.get('content-length')),
    );
    expect(await small.json()).toEqual(await plain.json());
    expect([small.headers.get('cache-control'), plain.headers.get('cache-control')]).toEqual([
      'no-store',
      'no-store',
    ]);
  });
});

describe('a request that a foreign page makes the browser send', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  it('as a form changes nothing, even if the browser sends the cookie', async () => {
    const cookie = await signIn();
    const form = (headers: Record<string, string>) =>
      at('/v1/tokens/create', { cookie, ...FORM, ...headers }, { method: 'POST', body: 'scopes=read' });

    const answers = [
      // The headers that present browsers send from another site, another host or another port.
      await form({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
      await form({ 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }),
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

describe('the link’s code and the session’s token', () => {
  it('are in no log and no file of the service', async () => {
    const code = await newCode();
    const [, session = ''] = (await signIn(code)).split('=');
    const logs = join(service.data, 'logs');

    const texts = [
      service.output(),
      ...readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8')),
    ];

    expect(texts.filter((text) => text.includes(code) || text.includes(session))).toEqual([]);
  });
});

describe.skipIf(!chromiumPath)('Chromium, signed in', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let foreign: Server;

  beforeAll(async () => {
    browser = await launchChromium();
    context = await browser.newContext();
    page = await context.newPage();
    await page.goto(consoleUrl);
    const headers = { authorization: `Bearer ${service.connection.access_token}`, 'x-console': '1' };
    const init = JSON.stringify({ method: 'POST', headers });
    await page.evaluate(`fetch('/v1/sessions/create', ${init}).then(({ status }) => status)`);
    foreign = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(foreignPage());
    });
    foreign.listen(0, '127.0.0.1');
    await once(foreign, 'listening');
  });

  afterAll(async () => {
    await browser.close();
    foreign.close();
  });

  /** A page that frames the console, and has a form to make a token. */
  const foreignPage = () => `<!doctype html>
    <iframe src="${consoleUrl}/"></iframe>
    <form method="post" action="${consoleUrl}/v1/tokens/create" enctype="text/plain">
      <input name='{"scopes":["read"],"name":"' value='"}'>
    </form>`;

  /** The foreign page at this name of the machine. */
  async function visit(host: string): Promise<Page> {
    const opened = await context.newPage();
    await opened.goto(`http://${host}:${(foreign.address() as AddressInfo).port}/`);
    return opened;
  }

  /** The result of a request for a page's script. */
  const fetched = (from: Page, path: string, init: object) =>
    from.evaluate(
      `fetch(${JSON.stringify(consoleUrl + path)}, ${JSON.stringify(init)}).then(({ status }) => status, () => 'refused')`,
    );

  const tokens = async () =>
    (await new Api(service.connection.base_url, service.connection.access_token).get('/v1/tokens/list')).body;

  it('keeps the cookie where no script sees it, and sends it from the console’s own page', async () => {
    const [cookie] = await context.cookies();

    expect(cookie).toMatchObject({
      name: '__Host-session',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      path: '/',
    });
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    expect(await fetched(page, '/v1/sessions/current', {})).toBe(200);
    expect(await fetched(page, '/v1/tokens/create', { method: 'POST', body: '{}' })).toBe(403);
  });

  it('runs no text as code', async () => {
    const breach = (code: string) =>
      page.evaluate(`(() => { try { ${code}; return 'done'; } catch (error) { return error.name; } })()`);

    expect(await breach('document.body.innerHTML = "<img src=x onerror=alert(1)>"')).toBe('TypeError');
    expect(await breach('trustedTypes.createPolicy("mine", {})')).toBe('TypeError');
    expect(await breach('document.createElement("script").text = "1"')).toBe('TypeError');
  });

  // Another port is the same site, so that the cookie is sent; another name of the machine is another site.
  it.each([
    '127.0.0.1',
    'localhost',
  ])('refuses to show the console in a frame of a page at %s', async (host) => {
    const opened = await visit(host);
    const frame = opened.frames().find((each) => each !== opened.mainFrame());

    await vi.waitFor(() => expect(frame?.url()).toMatch(/^chrome-error:/), { timeout: 20_000 });
  });

  it.each([
    '127.0.0.1',
    'localhost',
  ])('lets no script of a page at %s send or read anything', async (host) => {
    const opened = await visit(host);
    const headers = { 'x-console': '1', 'content-type': 'application/json' };

    const read = await fetched(opened, '/v1/prompts/list', { credentials: 'include' });
    const written = await fetched(opened, '/v1/tokens/create', {
      method: 'POST',
      credentials: 'include',
      headers,
      body: '{"scopes":["read"]}',
    });

    expect([read, written]).toEqual(['refused', 'refused']);
  });

  it.each([
    ['127.0.0.1', 'same-site', true, 'cross_site_request'],
    ['localhost', 'cross-site', false, 'unauthorized'],
  ])('refuses the form of a page at %s', async (host, site, hasCookie, type) => {
    const before = await tokens();
    const opened = await visit(host);
    const sent = opened.waitForRequest((request) => request.method() === 'POST');
    const answered = opened.waitForResponse((response) => response.request().method() === 'POST');

    await opened.evaluate('document.forms[0].submit()');
    const headers = await (await sent).allHeaders();
    const { detail } = await (await answered).json();

    expect([headers['sec-fetch-site'], 'cookie' in headers]).toEqual([site, hasCookie]);
    expect(detail[0].type).toBe(type);
    expect(await tokens()).toEqual(before);
  });
});
