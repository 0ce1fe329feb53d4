import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentVersions, VOICE } from '../../../support/agent-versions.ts';
import { SAMPLES } from '../../../support/samples.ts';
import { FunctionApi, placesOf } from '../../../support/service/function-api.ts';

let api: FunctionApi;
const { newNumber, agentWith, deleteVersion, heldNumber, call } = agentVersions(() => api);

beforeAll(async () => {
  api = await FunctionApi.open();
});

afterAll(() => api.close());

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

  it('is refused for an unknown version, one of a new agent, and one whose connection was deleted', async () => {
    const connection = await api.created('account-connections', SAMPLES.account_connections);
    const { id } = await agentWith({ llm_account_connection: connection.id });
    await api.update('agents', id, { llm_account_connection: null });
    await api.run('account-connections/delete', { query: { id: connection.id } });
    const from_number = await heldNumber();
    const inline = { prompt: 'Hi.', voice: VOICE };

    const answers = [
      await call(id, { agent_version: 9 }),
      await call(id, { agent_version: 1 }),
      await api.run('calls/create', {
        body: { from_number, to_number: newNumber(), agent: inline, agent_version: 1 },
      }),
    ];

    expect(answers.map((answer) => [answer.status, ...placesOf(answer)])).toEqual([
      [422, 'body.agent_version unknown_version'],
      [409, 'body.agent_version deleted_since'],
      [422, 'body.agent_version unknown_version'],
    ]);
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
