import type { Schema } from 'phone-call-agents-client';
import { findAgent } from '../agents/find-agent.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import type { Output } from '../output/output.ts';
import { upTo } from '../up-to.ts';

export async function listNumbers({ client, output, signal }: Context): Promise<void> {
  const numbers = await upTo(client.list('/v1/numbers/list', { query: { size: 100 }, signal }));
  output.table(
    numbers,
    {
      number: ({ number }) => number,
      label: ({ label }) => label,
      active: ({ active }) => active,
      'inbound agent': ({ inbound_agent: agent }) => agent,
    },
    'You have no number yet.',
  );
}

export async function getNumber({ client, output, signal }: Context, number: string): Promise<void> {
  show(output, await client.get('/v1/numbers', { query: { phone_number: number }, signal }));
}

/** Sets the agent that answers calls to a number, or none with `--no-agent`. */
export async function assignNumber(
  { client, output, signal }: Context,
  number: string,
  agent: string | boolean | undefined,
): Promise<void> {
  if (agent === undefined || agent === true) throw new UsageError('Give --agent, or --no-agent for none.');
  const body = { inbound_agent: agent === false ? null : await findAgent(client, agent) };
  show(output, await client.post('/v1/numbers/update', { query: { phone_number: number }, body, signal }));
}

const show = (output: Output, number: Schema<'Number'>): void =>
  output.record(number, {
    number: ({ number: text }) => text,
    label: ({ label }) => label,
    active: ({ active }) => active,
    'inbound agent': ({ inbound_agent: agent }) => agent && (agent.name ?? agent.id),
    version: ({ agent_version: version }) => version,
  });
