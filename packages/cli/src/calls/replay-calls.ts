import type { TestRun } from '../../../../lambdas/agent-tests/model/test-run.ts';
import { untilOver } from '../agent-tests/run-tests.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../errors.ts';
import { versionIn } from '../option-values.ts';

interface ReplayOptions {
  readonly agentVersion: string;
  readonly baseline?: string;
  readonly mode: string;
  readonly wait: boolean;
}

/** Replays calls, and shows how the answers differ. Throws CommandError if any does. */
export async function replayCalls(
  { client, output, signal }: Context,
  calls: readonly string[],
  { agentVersion, baseline, mode, wait: waits }: ReplayOptions,
): Promise<void> {
  const body = {
    calls,
    agent_version: versionIn(agentVersion),
    ...(baseline !== undefined && { baseline: versionIn(baseline) }),
    mode,
  };
  const { data: begun } = await client.request<TestRun>('POST', '/v1/calls/replay', { body, signal });
  const run = waits ? await untilOver(begun, { api: client, signal }) : begun;
  output.table(
    run.cases,
    {
      call: ({ name }) => name,
      version: ({ agent_version: version }) => version,
      status: ({ status }) => status,
      why: ({ error, failures }) => error ?? failures[0],
    },
    'No calls.',
  );
  output.say(`Run ${run.id}: ${run.status}`);
  if (run.status === 'failed' || run.status === 'error')
    throw new CommandError('The replay differs from the calls.');
}
