import { afterAll, beforeAll, expect, it } from 'vitest';
import { Peer } from '../../../support/peer.ts';
import { Api } from '../../../support/service/api.ts';
import { tokenOfNewUser } from '../../../support/service/new-user.ts';
import { connection } from '../../../support/service/shared-api.ts';
import { Terminal } from '../../run-cli.ts';
import { sceneWith } from '../folder-scene.ts';

let token: string;
let api: Api;
let terminal: Terminal;
/** Kills the process at one of its writes: before the service gets it, or before its answer arrives. */
let kill: { readonly at: number; readonly moment: 'before' | 'after'; readonly now: () => void } | undefined;
let writes = 0;

const relay = new Peer(async ({ method, target, headers, text }, response) => {
  const isAt = method === 'POST' && writes++ === kill?.at;
  if (isAt && kill?.moment === 'before') return kill.now();
  const { host: _, connection: __, 'content-length': ___, ...sent } = headers;
  const answer = await fetch(`${connection.base_url}${target}`, {
    method,
    headers: sent as Record<string, string>,
    body: text || null,
  });
  const body = await answer.text();
  if (isAt) return kill?.now();
  const revision = answer.headers.get('etag');
  return response
    .writeHead(answer.status, { 'content-type': 'application/json', ...(revision && { etag: revision }) })
    .end(body);
});

beforeAll(async () => {
  token = await tokenOfNewUser(connection, 'staging');
  api = new Api(connection.base_url, token);
  terminal = new Terminal({ PHONE_AGENTS_URL: await relay.listen(), PHONE_AGENTS_TOKEN: token });
});
afterAll(async () => {
  terminal.close();
  await relay.close();
});

it('ends the same when its process is killed at any write and it is repeated', {
  timeout: 600_000,
}, async () => {
  for (const moment of ['before', 'after'] as const)
    for (let at = 0, wasKilled = true; wasKilled; at++) {
      const { scene, name, key, other } = dependentAgents();
      const cli = (...args: string[]) => terminal.start(args, { cwd: scene.root });
      writes = 0;
      const broken = cli('apply', '--yes');
      kill = { at, moment, now: () => broken.child.kill('SIGKILL') };
      const { code, err } = await broken.exited;
      kill = undefined;
      wasKilled = code === null;
      if (!wasKilled) expect({ code, err, at }).toEqual({ code: 0, err: '', at: WRITES });

      expect(await cli('apply', '--yes').exited, `${moment} write ${at}`).toMatchObject({ code: 0, err: '' });

      expect((await cli('plan').exited).out, `${moment} write ${at}`).toBe('No changes.\n');
      const { items } = (await api.get('/v1/agents/list?size=100')).body;
      expect(items.filter((agent: { name: string }) => [name, other].includes(agent.name))).toHaveLength(2);
      const agent = (await api.get(`/v1/agents?id=${scene.idOf(key)}&view=full`)).body;
      expect(agent).toMatchObject({
        publish_requires: [scene.idOf(`tests/${name}`)],
        steps: { handoffs: { over: { agent: scene.idOf(`agents/${other}`) } } },
      });
      await api.post(`/v1/tests/delete?id=${scene.idOf(`tests/${name}`)}`);
    }
});

/** POSTs of an undisturbed apply. */
const WRITES = 6;

/** Two agents that hand over to each other; one is published once its test passes. */
function dependentAgents() {
  const { scene, name, key, file } = sceneWith(token);
  const other = `${name}-other`;
  scene.write(
    `agents/${other}.yaml`,
    `${scene.read(file).replace(`name: ${name}`, `name: ${other}`)}${STEPS(name)}`,
  );
  scene.write(file, `${scene.read(file)}drafts: true\npublish_requires: [${name}]\n${STEPS(other)}`);
  scene.write(
    `tests/${name}.yaml`,
    `name: ${name}\nagent: ${name}\nturns:\n  - contact: Hi\n    expect: [{ never_says: secret }]\n`,
  );
  return { scene, name, key, other };
}

const STEPS = (agent: string) => `steps:
  entry: talk
  steps: { talk: { goal: Help the caller. } }
  handoffs: { over: { agent: ${agent}, if: the caller asks for it } }
`;
