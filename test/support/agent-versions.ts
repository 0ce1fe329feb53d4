import { beginningWith, queryPages } from '../../lambdas/platform/table/items.ts';
import { SAMPLES } from './samples.ts';
import type { FunctionApi } from './service/function-api.ts';
import { addHeldNumber } from './table/held-number.ts';

export const EXTERNAL = {
  type: 'action_external',
  config: {
    name: 'look_up',
    description: 'Looks up.',
    url: 'https://example.com/',
    input_schema: { type: 'object', properties: { b: { type: 'string' }, a: { type: 'number' } } },
    speak_on_send: false,
    speak_on_receive: true,
  },
};
export const TRANSFER = SAMPLES.actions as { type: string; config: { phone_number: string } };
/** An agent with every related record inline. */
export const EVERYTHING = {
  prompt: { content: 'Be kind.', prompt_template: { required_context_keys: ['name'], label: 'Greeting' } },
  voice: SAMPLES.voices,
  actions: [EXTERNAL, TRANSFER],
  webhook: SAMPLES.webhooks,
  vector_database: SAMPLES.vector_databases,
  llm_account_connection: SAMPLES.account_connections,
};
export const VOICE = { type: 'voice_vendor_c', voice_id: 'ada', api_key: 'secret-of-the-voice' };

/** The operations on agents and their versions, and on numbers and calls that name them, of a test's user. */
export function agentVersions(api: () => FunctionApi) {
  let numbers = 0;

  const newNumber = () => `+1555${2_000_000 + numbers++}`;

  const agentWith = (settings: object = {}) =>
    api().created('agents', {
      name: 'Ada',
      prompt: { content: 'Be kind.' },
      voice: VOICE,
      actions: [EXTERNAL, TRANSFER],
      ...settings,
    });

  const versionsOf = async (id: string, query: Record<string, string> = {}) =>
    (await api().run('agents/versions', { query: { id, size: '100', ...query } })).body;

  /** A number of the user with this agent. */
  async function heldNumber(agent: string | null = null): Promise<string> {
    const number = newNumber();
    await addHeldNumber(api(), number, agent);
    return number;
  }

  return {
    ...{ newNumber, agentWith, heldNumber, versionsOf },
    publish: (id: string, body?: unknown) => api().run('agents/publish', { query: { id }, body }),
    rollback: (id: string, version: number) =>
      api().run('agents/rollback', { query: { id }, body: { version } }),
    versionOf: (id: string, version: number) =>
      api().run('agents/version', { query: { id, version: String(version) } }),
    deleteVersion: (id: string, version: number) =>
      api().run('agents/versions/delete', { query: { id, version: String(version) } }),
    numbersOf: async (id: string): Promise<number[]> =>
      (await versionsOf(id)).items.map(({ version }: { version: number }) => version),
    updateNumber: (phone_number: string, body: unknown) =>
      api().run('numbers/update', { query: { phone_number }, body }),
    async call(agent: string, more: object = {}) {
      const from_number = await heldNumber();
      return api().run('calls/create', { body: { from_number, to_number: newNumber(), agent, ...more } });
    },
    /** The items of an agent's versions. */
    async itemsOf(agent: string): Promise<Record<string, unknown>[]> {
      const first = { pk: `USER#${api().user}`, sk: `AGENT_VERSION#${agent}#` };
      const items: Record<string, unknown>[] = [];
      for await (const page of queryPages(api().table, beginningWith(first))) items.push(...page);
      return items;
    },
  };
}
