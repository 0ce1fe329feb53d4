import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/server';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { askActionService } from '../../lambdas/actions/ask-action-service.ts';
import { actionKind } from '../../lambdas/actions/model/action.ts';
import { getRecord } from '../../lambdas/records/store/records.ts';
import { agentVersions } from '../support/agent-versions.ts';
import { ExternalService, json } from '../support/peers/external-service.ts';
import { McpPeer, SERVER } from '../support/peers/mcp-peer.ts';
import { FunctionApi, placesOf } from '../support/service/function-api.ts';

const NUMBER = z.object({ number: z.number().int() });

const MARK = 'x-mcp-header';

/** The type of the order's number; a test changes it. */
let input: z.ZodObject = NUMBER;

function made(): McpServer {
  const server = new McpServer(SERVER);
  server.registerTool(
    'find_order',
    { description: 'Finds an order by its number.', inputSchema: input },
    async ({ number }) => ({ content: [{ type: 'text', text: `Order ${number} is on its way.` }] }),
  );
  server.registerTool(
    'count',
    { description: 'Counts.', outputSchema: z.object({ orders: z.number() }) },
    () => ({
      content: [],
      structuredContent: { orders: 3 },
    }),
  );
  const inputSchema = z.object({
    city: z.string().meta({ [MARK]: 'City' }),
    at: z.object({
      floor: z
        .int()
        .meta({ [MARK]: 'Floor' })
        .optional(),
    }),
  });
  server.registerTool('route', { inputSchema }, ({ city }) => ({ content: [{ type: 'text', text: city }] }));
  server.registerTool('fail', {}, () => ({ isError: true, content: [{ type: 'text', text: 'No stock.' }] }));
  server.registerTool('flood', {}, () => ({ content: [{ type: 'text', text: 'x'.repeat(5_000_000) }] }));
  return server;
}

const modern = McpPeer.of(made, { legacy: 'reject' });
const earlier = McpPeer.withSessions(made);
const broken = new ExternalService({
  '/silent': () => undefined,
  '/flood': json({ jsonrpc: '2.0', id: 1, result: { tools: [], text: 'x'.repeat(5_000_000) } }),
  '/html': (response) => response.end('<h1>Hello</h1>'),
  '/away': (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  '/acted': (response, { target }) =>
    response
      .writeHead(Number(target.split('?')[1]), { 'content-type': 'application/json' })
      .end('{ "jsonrpc": "2.0", "id": 1, "error": { "code": -32000, "message": "Timed out." } }'),
  '/down': (response) => response.writeHead(503).end(),
  '/half': (response, { text }) => (text.includes('initialize') ? undefined : response.writeHead(400).end()),
});
const [modernUrl, earlierUrl, brokenUrl] = await Promise.all(
  [modern, earlier, broken].map((one) => one.listen()),
);
afterAll(() => Promise.all([modern, earlier, broken].map((one) => one.close())));

const api = await FunctionApi.ofFile();
vi.stubEnv('OUTBOUND_ALLOWED_NETWORKS', '127.0.0.0/8');
const { agentWith, versionOf, rollback } = agentVersions(() => api);

const mcp = (config: object) => ({
  type: 'action_mcp',
  config: { url: modernUrl, headers: { Authorization: 'Bearer top-secret' }, name: 'find_order', ...config },
});

/** What a conversation gets from the tool of an action. */
const called = async (config: object, payload: object = {}) => {
  const action = { id: randomUUID(), user_id: randomUUID(), ...mcp(config) } as const;
  const request = { callId: 'call-1', payload, idempotencyKey: 'key-1' };
  return askActionService({ ...action, type: 'action_mcp' }, request);
};

const storedAction = (id: string) => getRecord(api.table, api.user, actionKind, id);

describe('an action of an MCP server', () => {
  it.each([
    ['of the revision without handshakes', () => modernUrl, modern],
    ['of 2025', () => earlierUrl, earlier],
  ])('pins description and schema when it is saved, and calls the tool: %s', async (_, url, peer) => {
    const action = await api.created('actions', mcp({ url: url() }));

    expect(action.config).toMatchObject({
      description: 'Finds an order by its number.',
      input_schema: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
      signature_secret: expect.any(String),
    });
    const before = peer.asked.length;
    expect(await called({ url: url() }, { number: 7 })).toEqual({ result: 'Order 7 is on its way.' });
    const sent = peer.asked.slice(before).at(-1);
    expect(sent?.headers).toMatchObject({ authorization: 'Bearer top-secret', 'idempotency-key': 'key-1' });
    expect(JSON.parse(sent?.text ?? '').params._meta).toMatchObject({
      call_id: 'call-1',
    });
    expect(peer.asked.length - before).toBe(peer === modern ? 1 : 4);
  });

  it.each([
    ['structured content', 'count', { result: { orders: 3 } }],
    ['a failure', 'fail', { error: 'The tool failed: No stock.' }],
    ['5 MB', 'flood', { error: 'The answer of the service broke off.', outcome: 'unknown' }],
    ['an unknown tool', 'gone', { error: expect.stringMatching(/^The server refused the call: .*gone/) }],
  ])('tells the language model of %s', async (_, name, answer) => {
    expect(await called({ name })).toEqual(answer);
  });

  it.each([
    ['/html', { error: 'The answer of the server is malformed.', outcome: 'unknown' }],
    ['/away', { error: 'The service answered with HTTP status 302.' }],
    ['/down', { error: 'The service answered with HTTP status 503.' }],
  ])('tells the language model that the server is no such server: %s', async (path, answer) => {
    expect(await called({ url: `${brokenUrl}${path}` })).toEqual(answer);
  });

  it.each([
    ['York', { floor: 7 }, { 'mcp-param-city': 'York', 'mcp-param-floor': '7' }],
    ['New York', {}, { 'mcp-param-city': 'New York' }],
    ['Zürich', {}, { 'mcp-param-city': '=?base64?WsO8cmljaA==?=' }],
    [' \r\n', {}, { 'mcp-param-city': '=?base64?IA0K?=' }],
    ['=?base64?eA==?=', {}, { 'mcp-param-city': '=?base64?PT9iYXNlNjQ/ZUE9PT89?=' }],
  ])('gets marked arguments in headers too, as the server demands: %j', async (city, at, headers) => {
    const { config } = await api.created('actions', mcp({ name: 'route' }));

    expect(await called(config, { city, at })).toEqual({ result: city });
    expect(modern.asked.at(-1)?.headers).toMatchObject(headers);
    expect(await called({ ...config, input_schema: {} }, { city, at })).toHaveProperty('error');
  });

  it.each([
    ['a number', { a: { type: 'number', [MARK]: 'A' } }, 'a'],
    ['a name with a line break', { a: { type: 'string', [MARK]: 'A\n' } }, 'a'],
    ['an item', { a: { items: { type: 'string', [MARK]: 'A' } } }, 'a.items'],
    [
      'two properties of a header',
      { a: { type: 'string', [MARK]: 'A' }, b: { type: 'string', [MARK]: 'a' } },
      'b',
    ],
  ])('refuses a schema that marks %s', async (_, properties, place) => {
    const own = { description: 'Mine.', input_schema: { type: 'object', properties } };
    const refused = await api.run('actions/create', { body: mcp(own) });

    expect(placesOf(refused)).toEqual([`body.config.input_schema.properties.${place}.${MARK} invalid_value`]);
  });

  it.each([200, 500])('calls no tool again that may have run: HTTP %d, error -32000', async (status) => {
    const before = broken.asked.length;

    expect(await called({ url: `${brokenUrl}/acted?${status}` })).toEqual({
      error: 'The server refused the call: Timed out.',
      outcome: 'unknown',
    });
    expect(broken.asked.length - before).toBe(1);
  });

  it.each([
    ['/silent', { error: 'The service did not answer in time.', outcome: 'unknown' }],
    // Nothing was called before the handshake.
    ['/half', { error: 'The service did not answer in time.' }],
  ])('gives a server ten seconds: %s', async (path, answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const before = broken.asked.length;
      const calling = called({ url: `${brokenUrl}${path}` });
      await vi.waitUntil(() => broken.asked.length === before + (path === '/half' ? 2 : 1));
      await vi.advanceTimersByTimeAsync(10_000);

      expect(await calling).toEqual(answer);
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuses to connect to an address that is not public', async () => {
    vi.stubEnv('OUTBOUND_ALLOWED_NETWORKS', '');
    const created = await api.run('actions/create', { body: mcp({ url: modernUrl }) });
    const answer = await called({ url: modernUrl });
    vi.stubEnv('OUTBOUND_ALLOWED_NETWORKS', '127.0.0.0/8');

    expect(placesOf(created)).toEqual(['body.config.url mcp_server_failed']);
    expect(answer).toEqual({ error: 'The service could not be reached.' });
  });

  it.each([
    ['a tool that the server lacks', { name: 'gone' }, 'name', /It has: find_order, count, route, fail/],
    ['5 MB', { url: `${brokenUrl}/flood` }, 'url', /more than 1 MB/],
    ['a page', { url: `${brokenUrl}/html` }, 'url', /no list of tools by Streamable HTTP/],
    ['a header of the protocol', { headers: { 'Mcp-Session-Id': '1' } }, 'headers.Mcp-Session-Id', /itself/],
  ])('refuses to save %s', async (_, config, place, msg) => {
    const { status, body } = await api.run('actions/create', { body: mcp(config) });

    expect(status).toBe(422);
    const loc = ['body', 'config', ...place.split('.')];
    expect(body.detail).toMatchObject([{ loc, msg: expect.stringMatching(msg) }]);
  });
});

describe('the pinned schema of an MCP action', () => {
  it('stays as it is when the server changes, until a request names the tool again', async () => {
    const agent = await agentWith({ actions: [mcp({})] });
    const { id } = agent.actions[0];
    const schemaOf = async () => Object((await storedAction(id))?.config).input_schema.properties;
    input = z.object({ code: z.string() });

    const refused = await called({}, { number: 7 });
    await api.update('actions', id, { config: { speak_on_send: true } });
    const before = await schemaOf();
    await api.update('agents', agent.id, { actions: [{ id, config: { name: 'find_order' } }] });
    const after = await schemaOf();
    input = NUMBER;

    expect(refused).toMatchObject({ error: expect.stringContaining('code') });
    expect(before).toEqual({ number: expect.anything() });
    expect(after).toEqual({ code: { type: 'string' } });
  });

  it('is as the user wrote it if they send one', async () => {
    const before = modern.asked.length;
    const own = { description: 'Mine.', input_schema: { type: 'object', properties: {} } };

    const action = await api.created('actions', mcp(own));

    expect(action.config).toMatchObject(own);
    expect(modern.asked.length).toBe(before);
  });
});

describe('the headers of an MCP action', () => {
  it('are secrets: readers of actions see them, and versions have none', async () => {
    const agent = await agentWith({ actions: [mcp({})] });

    const own = await api.got('actions', agent.actions[0].id);
    const others = await api.run('agents/get', {
      query: { id: agent.id, view: 'full' },
      token: { scopes: 'agents:read' },
    });
    const version = await versionOf(agent.id, 1);

    expect(own.config.headers).toEqual({ Authorization: 'Bearer top-secret' });
    expect(others.body.actions[0].config.headers).toEqual({ Authorization: '[redacted]' });
    expect(version.body.content.actions[0].config).toMatchObject({ url: modernUrl, headers: {} });
    expect(others.text + version.text).not.toContain('top-secret');
  });

  it('go to no other server, be it that of an earlier version', async () => {
    const agent = await agentWith({ actions: [mcp({})] });
    const { id } = agent.actions[0];
    const headers = { 'X-Key': 'another' };

    const moved = await api.update('actions', id, { config: { url: earlierUrl } });
    await api.update('agents', agent.id, { actions: [{ id, config: { url: earlierUrl, headers } }] });
    const back = await rollback(agent.id, 1);

    expect(placesOf(moved)).toEqual(['body.config.headers missing']);
    expect(back.body.actions[0].config).toMatchObject({ url: modernUrl, headers: {} });
  });
});
