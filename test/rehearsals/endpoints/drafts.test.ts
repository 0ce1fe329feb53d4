import { randomBytes } from 'node:crypto';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { actionKind } from '../../../lambdas/actions/model/action.ts';
import { findTests } from '../../../lambdas/agent-tests/store/find-tests.ts';
import { agentKind } from '../../../lambdas/agents/model/agent.ts';
import { draftAgent } from '../../../lambdas/agents/requests/draft-agent.ts';
import { getSnapshot } from '../../../lambdas/agents/store/snapshots.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { findRecords, getRecord } from '../../../lambdas/records/store/records.ts';
import { MissingTargets } from '../../../lambdas/records/store/reference-counts.ts';
import { circuitBreakerKey } from '../../../lambdas/webhooks/store/keys.ts';
import { agentVersions, EXTERNAL, TRANSFER } from '../../support/agent-versions.ts';
import { SAMPLES } from '../../support/samples.ts';
import { FunctionApi, placesOf } from '../../support/service/function-api.ts';

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8001';
const PRIVATE = { ...EXTERNAL, config: { ...EXTERNAL.config, url: 'http://169.254.169.254/' } };
const api = await FunctionApi.ofFile();
const stranger = api.ofAnotherUser();
const theirs = {
  prompt: await stranger.created('prompts', SAMPLES.prompts),
  action: await stranger.created('actions', TRANSFER),
  vector_database: await stranger.created('vector-databases', SAMPLES.vector_databases),
};
const { agentWith } = agentVersions(() => api);

const begin = (body: object, scopes = '*') => api.run('rehearsals/create', { body, token: { scopes } });

/** The agent as the rehearsal's conversation has it. */
async function rehearsed(id: string) {
  const { agent, settings } = (await getSnapshot(api.table, { userId: api.user, snapshotId: id }))!;
  return { ...agent, settings };
}

/** The user's records, as they are stored. */
async function records() {
  const { Items = [] } = await api.table.client.send(
    new QueryCommand({
      TableName: api.table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `USER#${api.user}` },
      ConsistentRead: true,
    }),
  );
  return Items.filter(({ sk }) => sk !== 'REHEARSALS');
}

/** An action whose schema cannot be compressed. */
const bulky = () => ({
  ...EXTERNAL,
  config: { ...EXTERNAL.config, input_schema: { description: randomBytes(12_000).toString('base64') } },
});

describe('the draft of a rehearsal', () => {
  it('changes the agent and its records for the rehearsal, new ones too, and nothing that is stored', async () => {
    const agent = await agentWith({ webhook: SAMPLES.webhooks });
    const [external] = agent.actions;
    const breaker = { ...circuitBreakerKey(api.user, agent.webhook.id), failures: 3 };
    await api.table.client.send(new PutCommand({ TableName: api.table.name, Item: breaker }));
    const before = await records();

    const { status, body, text } = await begin({
      agent: agent.id,
      draft: {
        id: agent.id,
        language: 'de',
        initial_message: 'Guten Tag.',
        prompt: { content: 'Be brief.', prompt_template: { required_context_keys: [] } },
        voice: SAMPLES.voices,
        actions: [{ id: external.id, config: { url: 'https://example.com/new' } }, TRANSFER],
        webhook: { enabled: true },
      },
    });

    expect(status, text).toBe(200);
    expect(body).toMatchObject({ agent: agent.id, turns: [{ text: 'Guten Tag.' }] });
    expect(body).not.toHaveProperty('agent_version');
    expect(await rehearsed(body.id)).toMatchObject({
      id: agent.id,
      prompt: 'Be brief.',
      voice: SAMPLES.voices,
      actions: [
        { id: external.id, config: { ...external.config, url: 'https://example.com/new' } },
        { id: expect.any(String), ...TRANSFER },
      ],
      settings: { language: 'de' },
    });
    expect(await records()).toEqual(before);
  });

  it('changes the agent as it is now, or the named version, even if the prompt of that was deleted', async () => {
    const agent = await agentWith({ initial_message: 'One.' });
    const [external] = agent.actions;
    await api.update('actions', external.id, { config: { description: 'Edited.' } });
    await api.update('agents', agent.id, {
      prompt: (await api.created('prompts', { content: 'Two.' })).id,
      initial_message: 'Two.',
    });
    await api.run('prompts/delete', { query: { id: agent.prompt.id } });
    const actions = [{ id: external.id, config: { url: 'https://example.com/new' } }];

    const now = await begin({ agent: agent.id, draft: { actions } });
    const first = await begin({
      agent: agent.id,
      agent_version: 1,
      draft: { actions, prompt: { collect_fields: [] } },
    });
    const without = await begin({ agent: agent.id, agent_version: 1, draft: null });

    const [two, one] = await Promise.all([now, first].map(({ body }) => rehearsed(body.id)));
    const config = { ...external.config, url: 'https://example.com/new' };
    expect(two).toMatchObject({
      prompt: 'Two.',
      actions: [{ config: { ...config, description: 'Edited.' } }],
    });
    expect(one).toMatchObject({ prompt: 'Be kind.', initial_message: 'One.', actions: [{ config }] });
    expect(without.body.agent_version).toBe(1);
  });

  it.each<[string, object]>([
    ['unknown and invalid fields', { colour: 'red', language: 'xx', llm_temperature: 7, actions: 'none' }],
    ['a private address', { context_endpoint: 'http://127.1/', actions: [PRIVATE] }],
    ['unknown records', { voice: UNKNOWN, webhook: { id: UNKNOWN }, actions: [UNKNOWN, { id: UNKNOWN }] }],
    [
      'the records of another user',
      {
        prompt: { prompt_template: UNKNOWN },
        vector_database: theirs.vector_database.id,
        actions: [theirs.action.id, { id: theirs.action.id, config: {} }],
      },
    ],
    ['the prompt of another user, beside an id', { id: UNKNOWN, prompt: { id: theirs.prompt.id } }],
  ])('is refused like an update, at its place: %s', async (_, body) => {
    const agent = await agentWith({ actions: [] });
    const before = await records();

    const updated = await api.update('agents', agent.id, body);
    const begun = await begin({ agent: agent.id, draft: body });

    expect([begun.status, updated.status]).toEqual([422, 422]);
    expect(placesOf(begun)).toEqual(placesOf(updated).map((place) => place.replace('body', 'body.draft')));
    expect(await records()).toEqual(before);
  });

  it('is refused like an update if the agent becomes too large for a call', async () => {
    const agent = await agentWith({ actions: Array.from({ length: 16 }, bulky) });
    const stored: string[] = agent.actions.map(({ id }: { id: string }) => id);
    const actions = [...stored, ...Array.from({ length: 16 }, bulky)];

    const updated = await api.update('agents', agent.id, { actions });
    const begun = await begin({ agent: agent.id, draft: { actions } });

    expect([updated, begun].map(placesOf)).toEqual([
      ['body agent_too_large'],
      ['body.draft agent_too_large'],
    ]);
  });

  it('may not change what conversations read from the store', async () => {
    const agent = await agentWith({ llm_account_connection: SAMPLES.account_connections });

    const refused = await begin({
      agent: agent.id,
      draft: {
        vector_database: SAMPLES.vector_databases,
        llm_account_connection: { credentials: { llm_api_key: 'other' } },
      },
    });
    const stored = await api.created('vector-databases', SAMPLES.vector_databases);
    const begun = await begin({ agent: agent.id, draft: { vector_database: stored.id } });

    expect(placesOf(refused)).toEqual([
      'body.draft.llm_account_connection not_stored',
      'body.draft.vector_database not_stored',
    ]);
    expect((await rehearsed(begun.body.id)).settings.vector_database).toBe(stored.id);
  });

  it.each<[string, object, number]>([
    ['rehearsals:write', { language: 'de' }, 403],
    ['rehearsals:write agents:write', { language: 'de' }, 200],
    ['rehearsals:write agents:write', { prompt: 'Tell me all.' }, 403],
    ['rehearsals:write agents:write prompts:write', { prompt: 'Tell me all.' }, 200],
    ['rehearsals:write agents:write', { id: UNKNOWN, actions: [EXTERNAL] }, 403],
  ])('needs the scopes of an update: %s, %o', async (scopes, draft, status) => {
    const agent = await agentWith();
    const url = { id: agent.actions[0].id, config: { url: 'https://example.com/theirs' } };

    expect((await begin({ agent: agent.id, draft }, scopes)).status).toBe(status);
    expect((await begin({ agent: agent.id, draft: { actions: [url] } }, scopes)).status).toBe(403);
  });

  it('is refused if a record that it names is deleted meanwhile', async () => {
    const { user: userId, table } = api;
    const { id } = await api.created('actions', EXTERNAL);
    const agent = await getRecord(table, userId, agentKind, (await agentWith()).id);
    const references = await findRecords(table, userId, [{ kind: actionKind, id }]);
    await api.run('actions/delete', { query: { id } });

    const createContext = { userId, references, newId, randomBytes };
    const draft = draftAgent(table, agent!, { body: { actions: [id] }, loc: [], findTests, createContext });

    await expect(draft).rejects.toThrow(MissingTargets);
  });
});
