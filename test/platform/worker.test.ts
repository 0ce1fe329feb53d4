import { afterEach, describe, expect, it, vi } from 'vitest';
import { silenceCheckQueue } from '../../lambdas/calls/store/queues.ts';
import { maxCallSeconds } from '../../lambdas/conversation/model/settings.ts';
import { sendTo } from '../../lambdas/platform/grants.ts';
import { readVariable } from '../../lambdas/platform/variables/variable.ts';
import { defineWorker, variablesOf, workerHandler } from '../../lambdas/platform/worker.ts';

const worker = defineWorker({
  stack: 'Calls',
  id: 'Example',
  description: 'Is an example',
  trigger: { by: 'socket', route: '$default' },
  grants: [sendTo(silenceCheckQueue)],
  variables: [maxCallSeconds],
});

afterEach(() => vi.unstubAllEnvs());

describe('a worker', () => {
  it('has the variables of its grants and its own', () => {
    expect(variablesOf(worker)).toEqual([silenceCheckQueue.url, maxCallSeconds]);
  });

  it('fails its first invocation with the names of the variables that are missing, and does nothing', async () => {
    const handle = vi.fn(async () => 'done');
    const handler = workerHandler(worker, handle);

    await expect(handler()).rejects.toThrow('MAX_CALL_SECONDS, SILENCE_CHECKS_URL');

    expect(handle).not.toHaveBeenCalled();
  });

  it('hands its event and context to the handler when all variables are there', async () => {
    vi.stubEnv('SILENCE_CHECKS_URL', 'https://queues.example.com/1/checks');
    vi.stubEnv('MAX_CALL_SECONDS', '3600');
    const handler = workerHandler(worker, async (event: string, context: string) => [
      event,
      context,
      readVariable(maxCallSeconds),
    ]);

    expect(await handler('event', 'context')).toEqual(['event', 'context', 3600]);
  });
});
