import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeConnection } from '#cli/settings/connection-file.ts';
import { makeAccount } from '../../support/numbers.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { makeAgent, newNumber } from '../../support/scene.ts';
import { Api, until } from '../../support/service/api.ts';
import { tokenOfNewUser } from '../../support/service/new-user.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { Terminal } from '../run-cli.ts';

/** A terminal with the variables of a user; by default, of the user whom all tests share. */
function terminalOf(token?: string): Terminal {
  const env = token === undefined ? {} : { PHONE_AGENTS_URL: connection.base_url, PHONE_AGENTS_TOKEN: token };
  const terminal = new Terminal(env);
  onTestFinished(() => terminal.close());
  return terminal;
}

const json = async (terminal: Terminal, ...args: string[]) =>
  JSON.parse((await terminal.run([...args, '--json'])).out);

/** A user of this test alone, with an agent and an account that permits any caller ID. */
async function newScene() {
  const token = await tokenOfNewUser(connection, 'staging');
  const own = new Api(connection.base_url, token);
  await makeAccount(connection, own, { account_supports_any_caller_id: true });
  const { agent } = await makeAgent(own, {
    initialMessage: 'Good morning.',
    settings: { name: 'Front desk' },
  });
  return { token, own, agent, terminal: terminalOf(token), from: newNumber(), to: newNumber() };
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('the service of a command', () => {
  it('keeps a token in a private file, and forgets it', async () => {
    const terminal = terminalOf();
    const file = join(terminal.folder, 'phone-agents', 'profiles.json');
    const login = ['login', '--url', connection.base_url, '--profile', 'laptop', '--no-keyring'];

    const signedIn = await terminal.run(login, { input: `${connection.access_token}\n` });
    const who = await json(terminal, 'whoami');
    const { mode } = statSync(file);
    const before = readFileSync(file, 'utf8');
    await terminal.run(['logout']);

    expect(signedIn).toMatchObject({ code: 0, err: '' });
    expect(signedIn.out).not.toContain(connection.access_token);
    expect(who).toMatchObject({ url: connection.base_url, source: 'the profile laptop', scopes: null });
    expect(mode & 0o777).toBe(0o600);
    expect(before).toContain(connection.access_token);
    expect(readFileSync(file, 'utf8')).not.toContain(connection.access_token);
    expect(await terminal.run(['whoami'])).toMatchObject({
      code: 3,
      err: expect.stringMatching(/not signed in/),
    });
  });

  it('stores nothing if the token is wrong', async () => {
    const terminal = terminalOf();

    const { code, err } = await terminal.run(['login', '--url', connection.base_url, '--no-keyring'], {
      input: 'no',
    });

    expect([code, err]).toEqual([3, expect.stringContaining('401')]);
    expect((await terminal.run(['profiles'])).out).toContain('No profiles');
  });

  it('finds the service on this machine from a folder within its own', async () => {
    const terminal = terminalOf();
    writeConnection(join(terminal.folder, '.local'), connection);
    const cwd = join(terminal.folder, 'agents', 'tests');
    mkdirSync(cwd, { recursive: true });

    const { out } = await terminal.run(['whoami'], { cwd });

    expect(out).toContain(join('..', '..', '.local', 'connection.json'));
  });

  it.each([
    [['calls', 'list', '--status', 'over'], 2, /Allowed choices are/],
    [['call', 'list'], 2, /Did you mean calls/],
    [['calls', 'list', '--limit', '0'], 2, /from 1 to 10000/],
    [['calls', 'get', '0197a5c2-7e14-7c1f-8a52-5d0c8e0b6f11'], 4, /No call with this id/],
    [['agents', 'get', 'nobody'], 2, /You have no agent named “nobody”/],
    [['whoami', '--token', 'x'], 3, /login/],
    [['whoami', '--url', 'http://127.0.0.1:1'], 5, /No service answers|127\.0\.0\.1:1/],
  ])('ends %j with code %i', async (args, code, message) => {
    expect(await terminalOf(connection.access_token).run(args)).toMatchObject({
      code,
      err: expect.stringMatching(message),
    });
  });

  it('names the scope that a token lacks', async () => {
    const { access_token } = await api.created('/v1/tokens/create', { scopes: ['calls:read'] });

    const { code, err } = await terminalOf(access_token).run(['agents', 'list']);

    expect([code, err]).toEqual([3, expect.stringContaining('lacks the scope: read or agents:read')]);
  });
});

describe('calls', () => {
  it('places a call and shows its turns until it is over', async () => {
    const { terminal, from, to, agent } = await newScene();
    const create = ['calls', 'create', to, '--agent', 'Front desk', '--from', from, '--context', 'name=Anna'];

    const { code, out } = await terminal.run([...create, '--follow']);
    const [call] = await json(terminal, 'calls', 'list', '--to', to);
    const shown = await terminal.run(['calls', 'get', call.id]);
    const turns = (await terminal.run(['calls', 'tail', '--json'])).out.trim().split('\n');

    expect(code).toBe(0);
    expect(out).toMatch(/Agent {4}Good morning\.[\s\S]*Contact [\s\S]*status +ended/);
    expect(call).toMatchObject({ agent: agent.id, status: 'ended', context: { name: 'Anna' } });
    expect(shown.out).toContain('AGENT: Good morning.');
    expect(turns.map((line) => JSON.parse(line))).toMatchObject([
      { number: 1, sender: 'agent', text: 'Good morning.' },
      ...turns.slice(2).map(() => expect.anything()),
      { id: call.id },
    ]);
  });

  it('ends a call that it placed at Ctrl-C, and fails if a call does not connect', async () => {
    const { terminal, own, from, to } = await newScene();
    const create = ['calls', 'create', to, '--agent', 'Front desk', '--from', from];

    const following = terminal.start([...create, '--follow', '--at', inAnHour()]);
    await following.until('not started');
    following.child.kill('SIGINT');
    const interrupted = await following.exited;
    const [call] = (await own.get(`/v1/calls/list?to_number=${encodeURIComponent(to)}`)).body;
    const tailed = await terminal.run(['calls', 'tail', call.id]);

    expect(interrupted).toMatchObject({
      code: 130,
      err: expect.stringContaining(`Call ${call.id} was ended`),
    });
    expect(call.status).toBe('ended');
    expect(tailed).toMatchObject({ code: 1, err: expect.stringContaining('did not connect') });
  });

  it('replays a call with another version', async () => {
    const { terminal, own, from, to, agent } = await newScene();
    const { id } = await own.created('/v1/calls/create', {
      from_number: from,
      to_number: to,
      agent: agent.id,
    });
    await own.finishedCall(id);
    await own.created(`/v1/agents/update?id=${agent.id}`, { initial_message: 'Hello.' });

    const { code, out } = await terminal.run(['calls', 'replay', id, '--agent-version', '2']);

    expect(out).toMatch(/Run [\da-f-]{36}: (passed|failed)/);
    expect(code).toBe(out.includes('passed') ? 0 : 1);
  });
});

it('talks with an agent line by line', async () => {
  const { terminal } = await newScene();

  const { code, out } = await terminal.run(['agents', 'talk', 'Front desk'], {
    input: 'Good morning\n\nbye\n',
  });

  expect(code).toBe(0);
  expect(out).toMatch(
    /Agent +Good morning\.\n.*Contact +Good morning\n.*Agent [\s\S]*has ended the conversation/,
  );
});

it('lets an agent answer the calls to a number', async () => {
  const { number } = await api.created('/v1/numbers/buy', {});
  const { agent } = await makeAgent(api);
  const terminal = terminalOf(connection.access_token);

  const assigned = await json(terminal, 'numbers', 'assign', number, '--agent', agent.id);
  const removed = await json(terminal, 'numbers', 'assign', number, '--no-agent');

  expect([assigned.inbound_agent.id, removed.inbound_agent]).toEqual([agent.id, null]);
});

describe('webhooks listen', () => {
  it('brings every event, signed and in order, although the receiver and the command were down', async () => {
    const { terminal, own, agent, from, to } = await newScene();
    const receiver = new WebhookReceiver();
    const unheard = await receiver.listen();
    await receiver.close();

    const killed = terminal.start(['webhooks', 'listen', '--forward-to', unheard]);
    await killed.until('whsec_');
    const [, secret = ''] = /secret: (\S+)/.exec(killed.output()) ?? [];
    const { id } = await own.created('/v1/calls/create', {
      from_number: from,
      to_number: to,
      agent: agent.id,
    });
    await killed.until('events wait');
    killed.child.kill('SIGKILL');
    await own.finishedCall(id);
    const second = terminal.start(['webhooks', 'listen', '--forward-to', await receiver.listen()]);
    onTestFinished(() => receiver.close());
    await second.until('event_transcript');
    const { body: deliveries } = await own.get('/v1/webhooks/deliveries/list?size=100');
    await until(
      'all events',
      () => receiver.received.length >= deliveries.length || { waitingFor: deliveries },
    );
    second.child.kill('SIGINT');
    const { code } = await second.exited;
    const { body: webhooks } = await own.get('/v1/webhooks/list');

    const events = receiver.received.map(({ text, headers }) =>
      new Verifier(secret).verify(text, headers as never),
    );
    const times = receiver.received.map(({ text }) => JSON.parse(text).timestamp);
    expect(new Set(events.map((event) => (event as { id: string }).id)).size).toBe(deliveries.length);
    expect(times).toEqual(times.toSorted());
    expect([code, webhooks.items]).toEqual([130, []]);
  });
});
