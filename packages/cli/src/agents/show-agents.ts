import type { Context } from '../context.ts';
import { upTo } from '../up-to.ts';
import { findAgent } from './find-agent.ts';

export async function listAgents({ client, output, signal }: Context): Promise<void> {
  const agents = await upTo(client.list('/v1/agents/list', { query: { size: 100 }, signal }));
  output.table(
    agents,
    {
      agent: ({ id }) => id,
      name: ({ name }) => name,
      version: ({ version }) => version,
      language: ({ language }) => language,
    },
    'You have no agent yet.',
  );
}

export async function getAgent({ client, output, signal }: Context, given: string): Promise<void> {
  const id = await findAgent(client, given);
  const agent = await client.get('/v1/agents', { query: { id, view: 'full' }, signal });
  // The fields as the API names them.
  const fields = Object.entries(agent).filter(([, value]) => !isEmpty(value));
  output.record(agent, Object.fromEntries(fields.map(([name, value]) => [name, () => value])));
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
