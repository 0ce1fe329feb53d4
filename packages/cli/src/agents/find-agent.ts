import type { Client } from 'phone-call-agents-client';
import { UsageError } from '../errors.ts';
import { upTo } from '../up-to.ts';

export const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** The id of an agent, given its id or its name. Throws UsageError unless exactly one has the name. */
export async function findAgent(client: Client, given: string): Promise<string> {
  if (isId(given)) return given;
  const agents = await upTo(client.list('/v1/agents/list', { query: { size: 100 } }));
  const [agent, ...others] = agents.filter(({ name }) => name === given);
  if (!agent) throw new UsageError(`You have no agent named “${given}”: see phone-agents agents list.`);
  if (others.length > 0)
    throw new UsageError(
      `${others.length + 1} agents are named “${given}”: give an id, such as ${agent.id}.`,
    );
  return agent.id;
}
