import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeExample } from '../../example/app.ts';
import { clockFromNow } from '../../src/clock/install-clock.ts';
import { type RuntimeOptions, startRuntime } from '../../src/runtime.ts';

/**
 * Runs the example on a clock that is five times as fast: visibility timeouts last half a minute. Without `reserves`, no
 * function has concurrency of its own.
 */
export async function startExample({
  reserves = true,
  ...options
}: Pick<RuntimeOptions, 'limits'> & { readonly reserves?: boolean } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'cdk-local-example-'));
  const runtime = await startRuntime({
    assembly: () => synthesizeExample(directory, { reserves }),
    data: join(directory, 'data'),
    port: 0,
    region: 'eu-central-1',
    secrets: {},
    environment: {},
    clock: clockFromNow(5),
    ...options,
  });
  return {
    directory,
    runtime,
    /** Options of AWS's clients. */
    aws: {
      endpoint: runtime.awsUrl,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
    },
    close: async () => {
      await runtime.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type Example = Awaited<ReturnType<typeof startExample>>;
