import { describe, expect, inject, it } from 'vitest';
import { makeFullAgent } from '../../support/samples.ts';
import { Api } from '../../support/service/api.ts';
import {
  ACTION,
  bothPaths,
  COMPACT_ACTION,
  COMPACT_AGENT,
  EMBEDDED_WEBHOOK,
  expectFields,
  FULL_AGENT,
  LLM_CONNECTION,
  PAGE,
  VECTOR_DATABASE,
  VOICE,
  WEBHOOK,
} from './shapes.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

const DEFAULTS = {
  language: 'en',
  interrupt_sensitivity: 'low',
  noise_suppression: false,
  endpointing_sensitivity: 'auto',
  ivr_navigation_mode: 'off',
  conversation_speed: 1,
  initial_message_delay: 0,
  ask_if_human_present_on_idle: false,
  run_do_not_call_detection: false,
  llm_temperature: 0,
};

describe('POST /v1/agents/create', () => {
  it('answers the newer shape expanded, with the defaults that are shown', async () => {
    const { related, body } = await makeFullAgent(api);

    const agents = await bothPaths('/v1/agents/create', (path) => api.post(path, body));

    for (const agent of agents) {
      expectFields(agent, FULL_AGENT);
      expect(agent).toMatchObject({ ...DEFAULTS, ...related, name: 'Ada', initial_message: 'Hello.' });
      expect(agent.llm_fallback).toEqual({ provider: 'llm_vendor_a', model_name: 'fallback' });
      expectFields(agent.prompt, ['id', 'user_id', 'content']);
      expectFields(agent.voice, VOICE);
      expectFields(agent.webhook, WEBHOOK);
      expectFields(agent.vector_database, VECTOR_DATABASE);
      expectFields(agent.llm_account_connection, LLM_CONNECTION);
      for (const action of agent.actions) expectFields(action, ACTION);
    }
  });

  it('accepts a language-model connection as a record, as the specification shows it', async () => {
    const { related, body } = await makeFullAgent(api);
    const { llm_account_connection } = related;

    const agent = await api.created('/v1/agents/create', { ...body, llm_account_connection });

    expect(agent.llm_account_connection).toEqual(llm_account_connection);
  });

  it('answers the older shape compact', async () => {
    const { related } = await makeFullAgent(api);
    const body = {
      prompt: 'You sell tea.',
      voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural', pitch: 0, rate: 15 },
      actions: [
        related.actions[0].id,
        { type: 'action_transfer_call', config: { phone_number: '+15551234567' } },
        { type: 'action_end_conversation' },
        { type: 'action_dtmf' },
      ],
      initial_message: 'Tea?',
      webhook: related.webhook.id,
    };

    const agents = await bothPaths('/v1/agents/create', (path) => api.post(path, body));

    for (const agent of agents) {
      expectFields(agent, COMPACT_AGENT);
      expect(agent).toMatchObject({ prompt: 'You sell tea.', voice: body.voice, initial_message: 'Tea?' });
      expectFields(agent.voice, VOICE);
      expectFields(agent.webhook, EMBEDDED_WEBHOOK);
      expect(agent.actions).toHaveLength(4);
      for (const action of agent.actions) expectFields(action, COMPACT_ACTION);
    }
  });
});

describe('GET /v1/agents/', () => {
  it('answers the compact form', async () => {
    const { agent, related } = await makeFullAgent(api);

    const agents = await bothPaths('/v1/agents', (path) => api.get(`${path}?id=${agent.id}`));

    for (const got of agents) {
      expectFields(got, COMPACT_AGENT);
      expect(got).toMatchObject({ id: agent.id, prompt: 'Be kind.', voice: related.voice });
    }
  });
});

describe('GET /v1/agents/list', () => {
  it('answers a page of the reference form', async () => {
    const { agent, body, related } = await makeFullAgent(api);

    const pages = await bothPaths('/v1/agents/list', (path) => api.get(`${path}?sort_desc=true&size=100`));

    for (const page of pages) {
      expectFields(page, PAGE);
      const listed = page.items.find(({ id }: { id: string }) => id === agent.id);
      expectFields(listed, FULL_AGENT);
      const { llm_fallback: _, llm_account_connection: __, ...sent } = body;
      expect(listed).toMatchObject({ ...sent, ...DEFAULTS });
      expect(listed.llm_account_connection).toEqual({
        ...related.llm_account_connection,
        credentials: { llm_api_key: '[redacted]' },
      });
    }
  });

  it('answers null for a language-model account that the agent does not have', async () => {
    const body = { prompt: { content: 'Be kind.' }, voice: { type: 'voice_builtin', voice_id: 'default' } };
    const { id } = await api.created('/v1/agents/create', body);

    const { items } = (await api.get('/v1/agents/list?sort_desc=true&size=100')).body;

    const listed = items.find((each: { id: string }) => each.id === id);
    expect(listed).toMatchObject({ webhook: null, vector_database: null, llm_account_connection: null });
  });
});
