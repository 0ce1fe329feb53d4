import type { ItemOf, Schema } from 'phone-call-agents-client';
import { findAgent } from '../agents/find-agent.ts';
import type { Context } from '../context.ts';
import { durationOf } from '../output/output.ts';
import { upTo } from '../up-to.ts';

interface Filter {
  readonly status?: Schema<'CallStatus'>;
  readonly agent?: string;
  readonly to?: string;
  readonly from?: string;
  readonly direction?: Schema<'Direction'>;
  readonly since?: string;
  readonly limit: number;
}

const MAX_PAGE = 100;

export async function listCalls({ client, output, signal }: Context, filter: Filter): Promise<void> {
  const { status, direction, limit } = filter;
  const query = {
    status,
    direction,
    agent: filter.agent === undefined ? undefined : await findAgent(client, filter.agent),
    to_number: filter.to,
    from_number: filter.from,
    created_after: filter.since,
    size: Math.min(limit, MAX_PAGE),
  };
  const calls = await upTo(client.list('/v1/calls/list', { query, signal }), limit);
  output.table<ItemOf<'/v1/calls/list'>>(
    calls,
    {
      call: ({ id }) => id,
      created: ({ created_at: at }) => at,
      status: ({ status }) => status,
      from: ({ from_number: from }) => from,
      to: ({ to_number: to }) => to,
      duration: durationOf,
      outcome: ({ stage_outcome: outcome, error_message: error }) => error ?? outcome,
    },
    'No calls.',
  );
}
