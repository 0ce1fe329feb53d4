import { QueryCommand } from '@aws-sdk/lib-dynamodb';
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

  const publish = (id: string, body?: unknown) => api().run('agents/publish', { query: { id }, body });
  const rollback = (id: string, version: number) =>
    api().run('agents/rollback', { query: { id }, body: { version } });
  const versionOf = (id: string, version: number) =>
    api().run('agents/version', { query: { id, version: String(version) } });
  const deleteVersion = (id: string, version: number) =>
    api().run('agents/versions/delete', { query: { id, version: String(version) } });
  const versionsOf = async (id: string, query: Record<string, string> = {}) =>
    (await api().run('agents/versions', { query: { id, size: '100', ...query } })).body;
  const numbersOf = async (id: string): Promise<number[]> =>
    (await versionsOf(id)).items.map(({ version }: { version: number }) => version);

  /** A number of the user with this agent. */
  async function heldNumber(agent: string | null = null): Promise<string> {
    const number = newNumber();
    await addHeldNumber(api(), number, agent);
    return number;
  }

  const updateNumber = (phone_number: string, body: unknown) =>
    api().run('numbers/update', { query: { phone_number }, body });

  async function call(agent: string, more: object = {}) {
    const from_number = await heldNumber();
    return api().run('calls/create', { body: { from_number, to_number: newNumber(), agent, ...more } });
  }

  /** The items of an agent's versions. */
  async function itemsOf(agent: string): Promise<Record<string, unknown>[]> {
    const { Items = [] } = await api().table.client.send(
      new QueryCommand({
        TableName: api().table.name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': `USER#${api().user}`, ':prefix': `AGENT_VERSION#${agent}#` },
        ConsistentRead: true,
      }),
    );
    return Items;
  }

  return {
    newNumber,
    agentWith,
    publish,
    rollback,
    versionOf,
    deleteVersion,
    versionsOf,
    numbersOf,
    heldNumber,
    updateNumber,
    call,
    itemsOf,
  };
}
