import { beforeAll, expect, it } from 'vitest';
import type { Service } from '#cli/files/remote.ts';
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

it('ends the same when it is broken off at any write and repeated', async () => {
  const writes = 6;
  for (let at = 0; at < writes; at++)
    for (const moment of ['before', 'after'] as const) {
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
      const broken = await scene.apply({ service: breakingOff(scene.service, at, moment) });
      expect(broken.filter((text) => text.includes('failed'))).toHaveLength(1);

      await scene.apply({ beforePublishing: testing(scene, key, name) });

      expect(gist(await scene.plan()), `${moment} write ${at}`).toEqual({});
      const { body } = await api.get('/v1/agents/list?size=100');
      expect(body.items.filter((agent: { name: string }) => [name, other].includes(agent.name))).toHaveLength(
        2,
      );
      const agent = (await api.get(`/v1/agents?id=${scene.idOf(key)}&view=full`)).body;
      expect(agent).toMatchObject({
        publish_requires: [scene.idOf(`tests/${name}`)],
        steps: { handoffs: { over: { agent: scene.idOf(`agents/${other}`) } } },
      });
      for (const record of [`tests/${name}`]) await api.post(`/v1/tests/delete?id=${scene.idOf(record)}`);
    }
});

it('plans 100 unchanged agents within 3 seconds', async () => {
  const scene = new FolderScene(await tokenOfNewUser(connection, 'staging'));
  for (let number = 0; number < 100; number++) {
    scene.write(
      `agents/agent-${number}.yaml`,
      `prompt: { content: { file: agent-${number}.md } }\nvoice: { type: voice_vendor_a, voice_name: Joanna-Neural }\n`,
    );
    scene.write(`agents/agent-${number}.md`, `You are number ${number}.\n`.repeat(200));
  }
  await scene.apply();
  await scene.plan();

  // Other work on the machine only adds time.
  const times: number[] = [];
  for (let attempt = 0; attempt < 5; attempt++) {
    const begun = performance.now();
    expect(gist(await scene.plan())).toEqual({});
    times.push(performance.now() - begun);
  }
  expect(Math.min(...times)).toBeLessThan(3000);
});

const STEPS = (agent: string) => `steps:
  entry: talk
  steps: { talk: { goal: Help the caller. } }
  handoffs: { over: { agent: ${agent}, if: the caller asks for it } }
`;

/** Fails at a POST: before it is sent, or once its answer is lost. */
function breakingOff(service: Service, at: number, moment: 'before' | 'after'): Service {
  let posts = 0;
  return {
    request: async (method, target, init) => {
      const isLast = method === 'POST' && posts++ >= at;
      if (isLast && moment === 'before') throw new Error('The network is down.');
      const answer = await service.request<never>(method, target, init);
      if (isLast) throw new Error('The network is down.');
      return answer;
    },
  };
}
