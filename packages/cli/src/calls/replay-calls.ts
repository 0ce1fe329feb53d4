import { setTimeout as wait } from 'node:timers/promises';
import type { Schema } from 'phone-call-agents-client';
import type { Context } from '../context.ts';
import { CommandError } from '../errors.ts';
import { versionIn } from '../option-values.ts';

interface ReplayOptions {
  readonly agentVersion: string;
  readonly baseline?: string;
  readonly mode: string;
  readonly wait: boolean;
}

/** Milliseconds between two polls of the run. */
const POLL_MS = 1_000;

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
  const { data: begun } = await client.request<Schema<'TestRun'>>('POST', '/v1/calls/replay', {
    body,
    signal,
  });
  let run = begun;
  while (waits && run.status === 'running') {
    await wait(POLL_MS, undefined, { signal });
    run = await client.get('/v1/tests/runs', { query: { id: begun.id }, signal });
  }
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
