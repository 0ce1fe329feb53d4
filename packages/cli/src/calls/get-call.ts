import type { Schema } from 'phone-call-agents-client';
import type { Context } from '../context.ts';
import { durationOf, type Output } from '../output/output.ts';
import { printable } from '../output/printable.ts';

type Call = Schema<'Call'>;

export async function getCall({ client, output, signal }: Context, id: string): Promise<void> {
  showCall(output, await client.get('/v1/calls', { query: { id }, signal }));
}

export async function endCall({ client, output, signal }: Context, id: string): Promise<void> {
  showCall(output, await client.post('/v1/calls/end', { query: { id }, signal }));
}

export function showCall(output: Output, call: Call): void {
  output.record(call, {
    call: ({ id }) => id,
    status: ({ status }) => status,
    error: ({ error_message: error }) => error,
    outcome: ({ stage_outcome: outcome }) => outcome,
    direction: ({ direction }) => direction,
    from: ({ from_number: from }) => from,
    to: ({ to_number: to }) => to,
    'answered by': ({ answered_by: by }) => by,
    scheduled: ({ scheduled_at: at }) => at,
    started: ({ start_time: at }) => at,
    duration: durationOf,
    agent: ({ agent }) => agent.name ?? agent.id,
    version: ({ agent_version: version }) => version,
    ...Object.fromEntries(
      Object.entries(call.collected_fields ?? {}).map(([name, value]) => [printable(name), () => value]),
    ),
  });
  if (call.transcript) output.say(`\n${call.transcript.trimEnd().split('\n').map(printable).join('\n')}`);
}
