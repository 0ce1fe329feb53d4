import { readdirSync, readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Service } from '#cli/files/remote.ts';
import { McpPeer, SERVER } from '../../../support/peers/mcp-peer.ts';
import { Api } from '../../../support/service/api.ts';
import { tokenOfNewUser } from '../../../support/service/new-user.ts';
import { connection } from '../../../support/service/shared-api.ts';
import { FolderScene, gist, sceneWith, testing } from '../folder-scene.ts';

let token: string;
let api: Api;

beforeAll(async () => {
  token = await tokenOfNewUser(connection, 'staging');
  api = new Api(connection.base_url, token);
});

const samples = (folder: string) =>
  readdirSync(`examples/${folder}`).map((file) => ({
    file,
    ...(parse(readFileSync(`examples/${folder}/${file}`, 'utf8')) as Sample),
  }));

interface Sample {
  readonly agent: Readonly<Record<string, unknown>>;
  readonly agents?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The agents of a sample, as files of their names. */
function filesOf({ file, agent, agents = {} }: Sample & { readonly file: string }) {
  const others = Object.entries(agents).map(([id, other]) => ({
    id,
    name: `other-${file.replace('.yaml', '')}`,
    agent: other,
  }));
  const text = others.reduce((all, { id, name }) => all.replaceAll(id, name), JSON.stringify(agent));
  return [{ name: file.replace('.yaml', ''), agent: JSON.parse(text) }, ...others];
}

describe('apply', () => {
  it('leaves nothing to plan, for the agents of all samples', async () => {
    const scene = new FolderScene(token);
    for (const { name, agent } of [...samples('conversations'), ...samples('agents')].flatMap(filesOf)) {
      for (const { config } of agent.actions ?? [])
        if (config?.signature_secret) config.signature_secret = { env: 'SECRET' };
      scene.write(`agents/${name}.yaml`, stringify(agent));
    }
    scene.env = { SECRET: 'c2VjcmV0LW9mLXRoaXMtZXhhbXBsZQ==' };

    const outcomes = await scene.apply();

    expect(outcomes.filter((text) => !/^create \S+ done$/.test(text))).toEqual([]);
    expect(gist(await scene.plan())).toEqual({});
    expect(await scene.apply()).toEqual([]);
  });

  it('sends only what the file changed, and shows what was changed elsewhere', async () => {
    const { scene, key, file } = sceneWith(token, 'initial_message: Good morning.\n');
    await scene.apply();
    await api.created(`/v1/agents/update?id=${scene.idOf(key)}`, { idle_time_seconds: 20 });
    scene.write(file, scene.read(file).replace('Good morning', 'Good evening'));

    expect(gist(await scene.plan())).toEqual({ [key]: 'update initial_message drift: idle_time_seconds' });
    expect(await scene.apply()).toEqual([`update ${key} done`]);
    expect((await api.get(`/v1/agents?id=${scene.idOf(key)}&view=full`)).body).toMatchObject({
      initial_message: 'Good evening.',
      idle_time_seconds: 20,
    });
    expect(gist(await scene.plan())).toEqual({ [key]: 'drift: idle_time_seconds' });

    expect(await scene.pull({ known: true })).toEqual([]);
    expect(scene.read(file)).toContain('idle_time_seconds: 20');
    expect(gist(await scene.plan())).toEqual({});
  });

  it.each([
    'mine',
    'theirs',
  ] as const)('writes a field that both changed only with --take %s', async (take) => {
    const { scene, key, file } = sceneWith(token, 'initial_message: Good morning.\n');
    await scene.apply();
    const id = scene.idOf(key);
    await api.created(`/v1/agents/update?id=${id}`, {
      initial_message: 'Theirs.',
      prompt: { content: 'You are theirs.' },
    });
    scene.write(file, scene.read(file).replace('Good morning.', 'Mine.'));

    expect(gist(await scene.plan())).toEqual({ [key]: 'drift: prompt conflict: initial_message' });
    expect(await scene.apply()).toEqual([]);
    expect(await scene.pull({ known: true })).toEqual([`${key} initial_message`]);
    expect(scene.read(`${key}.md`)).toBe('You are theirs.\n');
    await scene.pull({ known: true, take });
    await scene.apply();

    const winner = take === 'mine' ? 'Mine.' : 'Theirs.';
    expect((await api.get(`/v1/agents?id=${id}&view=full`)).body.initial_message).toBe(winner);
    expect(scene.read(file)).toContain(`initial_message: ${winner}`);
    expect(gist(await scene.plan())).toEqual({});
  });

  it('overwrites nothing when two people apply at once', async () => {
    const { scene, key, file } = sceneWith(token, 'initial_message: Hello.\n');
    await scene.apply();
    const other = scene.clone();
    scene.write(file, scene.read(file).replace('Hello.', 'First.'));
    other.write(file, other.read(file).replace('Hello.', 'Second.'));
    // The first one's update arrives after the second one has read the agent for the last time.
    let isFirst = true;
    const service: Service = {
      request: async (method, target, init) => {
        if (method === 'POST' && isFirst) {
          isFirst = false;
          await scene.apply();
        }
        return other.service.request(method, target, init);
      },
    };

    expect((await other.apply({ service })).join()).toMatch(/^update \S+ failed .*another revision/);
    expect(gist(await other.plan())).toEqual({ [key]: 'conflict: initial_message' });
    expect((await api.get(`/v1/agents?id=${scene.idOf(key)}&view=full`)).body.initial_message).toBe('First.');
  });

  it('renames, deletes what is listed as deleted, and nothing that only lost its file', async () => {
    const { scene, name, key, file } = sceneWith(token);
    await scene.apply();
    const id = scene.idOf(key);
    scene.write(
      `agents/${name}-new.yaml`,
      `renamed_from: ${name}\n${scene.read(file).replace(`name: ${name}`, `name: ${name}-new`)}`,
    );
    scene.remove(file);
    expect(gist(await scene.plan())).toEqual({ [`${key}-new`]: 'update name' });
    await scene.apply();
    expect(scene.idOf(`${key}-new`)).toBe(id);

    scene.remove(`agents/${name}-new.yaml`);
    expect(gist(await scene.plan())).toEqual({
      notes: [expect.stringContaining(`${key}-new has no file. It stays`)],
    });
    scene.write('phone-agents.yaml', `deleted: [${key}-new]\n`);
    expect(await scene.apply()).toEqual([`delete ${key}-new done`]);
    expect((await api.get(`/v1/agents?id=${id}`)).status).toBe(404);
    expect(gist(await scene.plan())).toEqual({});
  });

  it('publishes an agent that keeps drafts only after its required tests', async () => {
    const { scene, name, key, file } = sceneWith(token, 'drafts: true\n');
    scene.write(
      `tests/${name}.yaml`,
      `name: ${name}\nagent: ${name}\nturns:\n  - contact: Hi\n    expect: [{ never_says: secret }]\n`,
    );
    scene.write(file, `${scene.read(file)}publish_requires: [${name}]\n`);
    await scene.apply();
    scene.write(`${key}.md`, 'You are new.\n');

    expect(gist(await scene.plan())).toEqual({ [key]: 'update prompt publish' });
    expect((await scene.apply()).at(-1)).toMatch(/^publish \S+ failed .*has not passed/);
    expect(gist(await scene.plan())).toEqual({ [key]: 'publish' });
    expect(await scene.apply({ beforePublishing: testing(scene, key, name) })).toEqual([
      `publish ${key} done`,
    ]);
    expect(gist(await scene.plan())).toEqual({});
  });
});

describe('an action of an MCP server in a file', () => {
  const ACTION = `actions:
  - type: action_mcp
    config: { url: URL, name: find_order, headers: { Authorization: { env: SHOP_TOKEN } } }
`;

  it('has no secret and leaves nothing to plan, and a new file has the pinned schema', async () => {
    const peer = McpPeer.of(() => {
      const server = new McpServer(SERVER);
      server.registerTool('find_order', { description: 'Finds.' }, () => ({ content: [] }));
      return server;
    });
    onTestFinished(() => peer.close());
    const { scene, key, file } = sceneWith(token, ACTION.replace('URL', await peer.listen()));
    scene.env = { SHOP_TOKEN: 'Bearer top-secret' };

    expect(await scene.apply()).toEqual([`create ${key} done`]);
    expect(gist(await scene.plan())).toEqual({});
    expect(peer.asked[0]?.headers.authorization).toBe('Bearer top-secret');
    expect(await scene.pull({ known: true })).toEqual([]);
    expect(scene.read(file)).not.toContain('input_schema');

    const copy = new FolderScene(token);
    await copy.pull();
    expect(parse(copy.read(file)).actions[0].config).toMatchObject({
      description: 'Finds.',
      input_schema: { type: 'object' },
    });
    expect(copy.read(file)).toMatch(/Authorization:\n +env: \w+_AUTHORIZATION/);
    expect(copy.read(file)).not.toContain('top-secret');
  });
});

describe('pull', () => {
  it('makes files of all that a user has, which a plan finds unchanged, and which another user can get', async () => {
    const own = await tokenOfNewUser(connection, 'staging');
    const source = new Api(connection.base_url, own);
    const voice = { type: 'voice_vendor_c', voice_id: 'abc', api_key: 'key-of-voice' };
    const action = {
      type: 'action_external',
      config: {
        name: 'find',
        description: 'Finds.',
        url: 'https://example.com/find',
        input_schema: { type: 'object' },
        speak_on_send: false,
        speak_on_receive: true,
      },
    };
    const webhook = { url: 'https://example.com/hook', subscriptions: ['event_transcript'] };
    await source.created('/v1/agents/create', {
      name: 'Über Desk',
      prompt: { content: 'Line one\r\nno: yes\n' },
      voice,
      actions: [action],
      webhook,
      speech_keywords: { no: 2, '012': 1 },
    });
    await source.created('/v1/agents/create', {
      name: 'Über Desk',
      prompt: { content: '' },
      voice: { type: 'voice_builtin', voice_id: 'x' },
    });
    await source.created('/v1/tests/create', {
      name: 'greets',
      agent: 'Über Desk',
      turns: [{ contact: 'Hi', expect: [{ never_says: 'no' }] }],
    });
    const scene = new FolderScene(own);

    expect(await scene.pull()).toEqual([]);

    expect(gist(await scene.plan())).toEqual({});
    const text = scene.read('agents/uber-desk.yaml') + scene.read('agents/uber-desk-2.yaml');
    expect(text).toMatch(/api_key:\n {4}env: UBER_DESK(_2)?_VOICE_API_KEY/);
    expect(text).not.toMatch(/key-of-voice|signature_secret|user_id|\bid:/);
    scene.remove('state');
    scene.env = { UBER_DESK_VOICE_API_KEY: 'other', UBER_DESK_2_VOICE_API_KEY: 'other' };
    const target = new FolderScene(await tokenOfNewUser(connection, 'staging'));
    for (const path of [
      'agents/uber-desk.yaml',
      'agents/uber-desk.md',
      'agents/uber-desk-2.yaml',
      'agents/uber-desk-2.md',
    ])
      target.write(path, scene.read(path));
    target.env = scene.env;
    expect((await target.apply()).sort()).toEqual([
      'create agents/uber-desk done',
      'create agents/uber-desk-2 done',
    ]);
    expect(gist(await target.plan())).toEqual({});
  });

  it('takes over a record that has the name of a file without a state', async () => {
    const { scene, key, file } = sceneWith(token, 'initial_message: Hello.\n');
    await scene.apply();
    const id = scene.idOf(key);
    scene.remove('state');
    scene.write(file, scene.read(file).replace('Hello.', 'Good day.'));
    expect((await scene.plan()).issues.join()).toMatch(/the service already has/);

    await scene.pull();

    expect(scene.idOf(key)).toBe(id);
    expect(gist(await scene.plan())).toMatchObject({ [key]: 'update initial_message' });
  });
});
