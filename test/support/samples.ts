import type { Answer, Api } from './service/api.ts';

/** A body that creates a record, for each group whose records need no others. */
export const SAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  prompts: { content: 'Be kind.' },
  voices: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
  actions: { type: 'action_transfer_call', config: { phone_number: '+15551110000' } },
  webhooks: { subscriptions: ['event_message'], url: 'https://example.com/hook' },
  vector_databases: {
    type: 'vector_database_vendor_a',
    index: 'faq',
    api_key: 'key',
    api_environment: 'eu',
  },
  account_connections: { type: 'account_connection_llm', credentials: { llm_api_key: 'key' } },
};

/** Bodies that change the samples. */
export const CHANGES: Readonly<Record<string, object>> = {
  prompts: { content: 'Be brief.' },
  voices: { voice_name: 'Matthew-Neural' },
  actions: { config: { phone_number: '+15551110001' } },
  webhooks: { url: 'https://example.com/other' },
  vector_databases: { index: 'other' },
  account_connections: { credentials: { llm_api_key: 'other' } },
};

/** Creates a record of a group of {@link SAMPLES}. */
export function makeSample(api: Api, group: string): Promise<Answer['body']> {
  const body = SAMPLES[group];
  if (!body) throw new Error(`There is no sample of the group ${group}.`);
  return api.created(`/v1/${group}/create`, body);
}

/** The body of an agent that refers to one record of each group. */
export async function fullAgent(api: Api) {
  const [prompt, voice, action, webhook, vector_database, llm_account_connection] = await Promise.all(
    Object.keys(SAMPLES).map((group) => makeSample(api, group)),
  );
  return {
    prompt: prompt.id,
    voice: voice.id,
    actions: [action.id],
    webhook: webhook.id,
    vector_database: vector_database.id,
    llm_account_connection: llm_account_connection.id,
    name: 'Ada',
    initial_message: 'Hello.',
    context_endpoint: 'https://example.com/context',
    llm_model_name_override: 'model',
    llm_fallback: { model_name: 'fallback' },
    speech_keywords: { Ada: 2 },
    idle_time_seconds: 20,
  };
}

/** An action that asks a service about an order. */
export const findOrder = (url: string, config: object = {}) => ({
  type: 'action_external',
  config: {
    name: 'find_order',
    description: 'Finds an order by its number.',
    url,
    input_schema: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
    speak_on_send: false,
    speak_on_receive: true,
    ...config,
  },
});
