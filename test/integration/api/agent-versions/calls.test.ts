import { describe, expect, it } from 'vitest';
import { agentVersions } from '../../../support/agent-versions.ts';
import { FunctionApi } from '../../../support/service/function-api.ts';

const api = await FunctionApi.ofFile();
const { agentWith, deleteVersion, call } = agentVersions(() => api);

describe('a call', () => {
  it('gets the version that it names', async () => {
    const { id } = await agentWith();
    await api.update('agents', id, { prompt: 'Be brief.' });

    const { body } = await call(id, { agent_version: 1 });

    expect(body).toMatchObject({ agent_version: 1, agent: { prompt: 'Be kind.' } });
    const { items } = (
      await api.run('calls/list', { query: { agent: id }, headers: { 'api-version': '2026-11' } })
    ).body;
    expect(items[0]).toMatchObject({ id: body.id, agent_version: 1 });
  });

  it('keeps its version and the content of the version, whatever happens to the agent', async () => {
    const { id } = await agentWith();
    const { body } = await call(id);
    await api.update('agents', id, { prompt: 'Be brief.' });
    await deleteVersion(id, 1);

    expect(await api.got('calls', body.id)).toMatchObject({
      agent_version: 1,
      agent: { prompt: 'Be kind.' },
    });
  });

  it('uses the present secrets', async () => {
    const agent = await agentWith();
    await api.update('agents', agent.id, { name: 'b' });
    const [{ id: external }] = agent.actions;
    await api.update('actions', external, {
      config: { signature_secret: 'bmV3', url: 'https://example.org/' },
    });
    const { body } = await call(agent.id, { agent_version: 1 });

    const { agent: shown } = await api.got('calls', body.id);
    expect(shown.actions[0].config.url).toBe('https://example.com/');
  });
});
