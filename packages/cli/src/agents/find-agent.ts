import type { Client } from 'phone-call-agents-client';
import { UsageError } from '../errors.ts';

export const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** The id of an agent, given its id or its name. Throws UsageError unless exactly one has the name. */
export async function findAgent(client: Client, given: string): Promise<string> {
  if (isId(given)) return given;
  const ids: string[] = [];
  for await (const { id, name } of client.list('/v1/agents/list', { query: { size: 100 } }))
    if (name === given) ids.push(id);
  const [id, another] = ids;
  if (id === undefined)
    throw new UsageError(`You have no agent named “${given}”: see phone-agents agents list.`);
  if (another !== undefined)
    throw new UsageError(`${ids.length} agents are named “${given}”: give an id, such as ${id}.`);
  return id;
}
