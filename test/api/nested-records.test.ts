import { beforeEach, describe, expect, it } from 'vitest';
import { agentVersions, EVERYTHING, EXTERNAL, VOICE } from '../support/agent-versions.ts';
import { SAMPLES } from '../support/samples.ts';
import { FunctionApi, placesOf } from '../support/service/function-api.ts';

const WEBHOOK = { subscriptions: [], url: 'https://example.com/' };
const REDACTED = '[redacted]';

const opened = await FunctionApi.ofFile();
let api: FunctionApi;

beforeEach(() => {
  api = opened.ofAnotherUser();
});

const { agentWith, heldNumber } = agentVersions(() => api);

/** Calls an operation with a token of these scopes. */
const runWith = (scopes: string, operation: string, query: Record<string, string>, body: unknown = {}) =>
  api.run(operation, { query, body, token: { scopes } });

/** An agent, each of whose related records has a secret. */
const agentWithSecrets = () => agentWith({ ...EVERYTHING, voice: VOICE, actions: [EXTERNAL] });

/** The secrets in an answer with an agent. */
const secretsOf = ({ voice, actions, webhook, vector_database, llm_account_connection }: Agent) => ({
  actions: actions[0].config.signature_secret,
  voices: voice.api_key,
  webhooks: webhook.secret,
  vector_databases: vector_database.api_key,
  account_connections: llm_account_connection.credentials.llm_api_key,
});
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
type Agent = any;

describe('the secrets of nested records', () => {
  it('are shown to a token that may read them', async () => {
    const agent = await agentWithSecrets();

    const { body } = await runWith('agents:write read', 'agents/update', { id: agent.id });

    expect(secretsOf(body)).toEqual(secretsOf(agent));
    expect(Object.values(secretsOf(agent))).not.toContain(REDACTED);
  });

  it.each([
    'agents/update',
    'agents/publish',
    'numbers/update',
  ])('are redacted by %s for a token that may not read their group', async (operation) => {
    const agent = await agentWithSecrets();
    const phone_number = await heldNumber(agent.id);
    const query = operation.startsWith('agents') ? { id: agent.id } : { phone_number };
    const scopes = `${operation.split('/')[0]}:write webhooks:read`;

    const { body } = await runWith(scopes, operation, query);

    const redacted = Object.keys(secretsOf(agent)).map((group) => [group, REDACTED]);
    const webhooks = agent.webhook.secret;
    expect(secretsOf(body.inbound_agent ?? body)).toEqual({ ...Object.fromEntries(redacted), webhooks });
  });

  it('are redacted in the compact form and in replaced secrets, too', async () => {
    const agent = await agentWithSecrets();
    await api.run('webhooks/rotate-secret', { query: { id: agent.webhook.id } });

    const compact = await runWith('agents:read', 'agents/get', { id: agent.id });
    const expanded = await runWith('agents:write', 'agents/update', { id: agent.id });

    expect(compact.body.voice.api_key).toBe(REDACTED);
    expect(expanded.body.webhook.previous_secrets).toMatchObject([{ secret: REDACTED }]);
    expect(expanded.text).not.toContain('whsec_');
  });

  it('are not in the kept answer to the same request of a token that may read them', async () => {
    const agent = await agentWithSecrets();
    const request = { query: { id: agent.id }, body: {}, headers: { 'idempotency-key': 'k' } };

    const first = await api.run('agents/update', request);
    const second = await api.run('agents/update', { ...request, token: { scopes: 'agents:write' } });

    expect([first.status, second.status]).toEqual([200, 409]);
    expect(second.text).not.toContain(VOICE.api_key);
  });
});

describe('the secrets of a record itself', () => {
  const { account_connections, vector_databases } = SAMPLES;

  it.each<[string, unknown, (record: Agent) => string]>([
    ['webhooks', WEBHOOK, ({ secret }) => secret],
    ['actions', EXTERNAL, ({ config }) => config.signature_secret],
    ['voices', VOICE, ({ api_key }) => api_key],
    ['vector-databases', vector_databases, ({ api_key }) => api_key],
    ['account-connections', account_connections, ({ credentials }) => credentials.llm_api_key],
  ])('of %s are shown to who makes it, and later only to who may read it', async (name, body, secretIn) => {
    const group = name.replace('-', '_');

    const made = await runWith(`${group}:write`, `${name}/create`, {}, body);
    const query = { id: made.body.id };
    const updated = await runWith(`${group}:write`, `${name}/update`, query);
    const read = await runWith(`${group}:write ${group}:read`, `${name}/update`, query);

    expect(secretIn(made.body)).toEqual(secretIn(await api.got(name, query.id)));
    expect(secretIn(updated.body)).toBe(REDACTED);
    expect(read.body).toEqual(made.body);
  });

  it('are rotated by a token that may not read them: it sees the new one only', async () => {
    const { id } = await api.created('webhooks', WEBHOOK);

    const { body } = await runWith('webhooks:write', 'webhooks/rotate-secret', { id });

    expect(body.secret).toMatch(/^whsec_/);
    expect(body.previous_secrets).toMatchObject([{ secret: REDACTED }]);
    expect((await api.got('webhooks', id)).secret).toBe(body.secret);
  });
});

describe('a nested record', () => {
  it('is made only by a token that may write its group', async () => {
    const agent = { prompt: 'Be kind.', voice: VOICE, actions: [EXTERNAL], webhook: WEBHOOK };
    const body = { from_number: await heldNumber(), to_number: '+15552000099', agent };

    const refused = await runWith('calls agents:write voices:write', 'calls/create', {}, body);

    expect(refused.status).toBe(403);
    expect(placesOf(refused)).toEqual([
      'body.agent.actions.0 missing_scope',
      'body.agent.prompt missing_scope',
      'body.agent.webhook missing_scope',
    ]);
    expect(refused.text).toContain('write or webhooks:write');
    expect((await runWith('calls write', 'calls/create', {}, body)).status).toBe(200);
  });

  it('is changed only by a token that may write its group', async () => {
    const { id, webhook, actions } = await agentWithSecrets();
    const url = 'https://attacker.example/';
    const changes = { webhook: { url }, actions: [{ id: actions[0].id, config: { url } }] };
    const inNumber = { phone_number: await heldNumber(id) };

    const answers = [
      await runWith('agents:write', 'agents/update', { id }, changes),
      await runWith('numbers:write agents:write', 'numbers/update', inNumber, { inbound_agent: changes }),
    ];

    expect(answers.map(placesOf)).toEqual([
      ['body.actions.0 missing_scope', 'body.webhook missing_scope'],
      ['body.inbound_agent.actions.0 missing_scope', 'body.inbound_agent.webhook missing_scope'],
    ]);
    expect((await api.got('webhooks', webhook.id)).url).toBe(webhook.url);
    expect((await api.got('actions', actions[0].id)).config.url).toBe(EXTERNAL.config.url);
  });

  it('is restored by a rollback only for a token that may write its group', async () => {
    const { id, prompt } = await agentWith();
    await api.update('agents', id, { prompt: { content: 'Be brief.' } });
    const rollback = (scopes: string) => runWith(scopes, 'agents/rollback', { id }, { version: 1 });

    const refused = await rollback('agents:write');

    expect(placesOf(refused)).toEqual(['body.version missing_scope']);
    expect((await api.got('prompts', prompt.id)).content).toBe('Be brief.');
    expect((await rollback('agents:write prompts:write')).status).toBe(200);
  });

  it('that exists is referred to by a token that may not write its group', async () => {
    const { id, prompt, webhook, actions } = await agentWithSecrets();
    const body = {
      prompt: prompt.id,
      webhook: { id: webhook.id },
      actions: [actions[0].id, { id: actions[0].id }],
    };

    expect((await runWith('agents:write', 'agents/update', { id }, body)).status).toBe(200);
  });
});
