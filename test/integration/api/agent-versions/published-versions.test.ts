import { describe, expect, it } from 'vitest';
import { agentVersions } from '../../../support/agent-versions.ts';
import { FunctionApi, placesOf } from '../../../support/service/function-api.ts';

const api = await FunctionApi.ofFile();
const { newNumber, agentWith, publish, heldNumber, call } = agentVersions(() => api);

describe('an agent with drafts', () => {
  it('takes calls with the published version, whatever is updated', async () => {
    const agent = await agentWith();
    await api.update('agents', agent.id, { drafts: true });
    const { body } = await api.update('agents', agent.id, { prompt: 'Be brief.' });
    await api.update('prompts', agent.prompt.id, { content: 'Be silent.' });
    const before = await call(agent.id);

    const published = await publish(agent.id);
    const after = await call(agent.id);

    expect(body).toMatchObject({ version: 2, published: [{ version: 1, weight: 1 }], drafts: true });
    expect(before.body).toMatchObject({ agent_version: 1, agent: { prompt: 'Be kind.' } });
    expect(published.body).toMatchObject({ version: 3, published: [{ version: 3, weight: 1 }] });
    expect(after.body).toMatchObject({ agent_version: 3, agent: { prompt: 'Be silent.' } });
  });
});

describe('a published version', () => {
  it('may be a split, in which each callee always gets the same version', async () => {
    const agent = await agentWith({ drafts: true });
    await api.update('agents', agent.id, { prompt: 'Be brief.' });
    const split = [
      { version: 1, weight: 1 },
      { version: 2, weight: 1 },
    ];
    expect((await publish(agent.id, { version: split })).body.published).toEqual(split);
    const from_number = await heldNumber();
    const callees = Array.from({ length: 24 }, newNumber);
    const recipients = callees.map((to_number) => ({ to_number }));

    const batch = await api.run('calls/batch', { body: { from_number, agent: agent.id, recipients } });
    const calls = await Promise.all(batch.body.results.map(({ id }: { id: string }) => api.got('calls', id)));
    const again = await Promise.all(
      callees.map((to_number) =>
        api.run('calls/create', { body: { from_number, to_number, agent: agent.id } }),
      ),
    );

    const versions = calls.map(({ agent_version }) => agent_version);
    expect(new Set(versions)).toEqual(new Set([1, 2]));
    expect(again.map(({ body }) => body.agent_version)).toEqual(versions);
    expect(calls.map(({ agent: { prompt } }) => prompt)).toEqual(
      versions.map((version) => (version === 1 ? 'Be kind.' : 'Be brief.')),
    );
    await api.run('calls/delete', { query: { id: calls[0].id } });
    expect((await api.got('calls', calls[1].id)).agent_version).toBe(versions[1]);
  });

  it.each([
    ['an unknown one', 9, ['body.version unknown_version']],
    [
      'an unknown one of a split',
      [
        { version: 1, weight: 1 },
        { version: 9, weight: 1 },
      ],
      ['body.version.1.version unknown_version'],
    ],
    ['none', [], ['body.version too_small']],
    [
      'one twice',
      [
        { version: 1, weight: 1 },
        { version: 1, weight: 2 },
      ],
      ['body.version invalid_value'],
    ],
    ['more than four', [1, 2, 3, 4, 5].map((version) => ({ version, weight: 1 })), ['body.version too_big']],
    ['no weight', [{ version: 1, weight: 0 }], ['body.version.0.weight too_small']],
    ['version 0', 0, ['body.version too_small']],
    ['text', '1', ['body.version wrong_type']],
  ])('is refused for %s', async (_, version, places) => {
    const { id } = await agentWith();

    expect(placesOf(await publish(id, { version }))).toEqual(places);
  });
});
