import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { synthesizeExample } from '../../example/app.ts';
import { clockFromNow } from '../../src/clock/install-clock.ts';
import { type RuntimeOptions, startRuntime } from '../../src/runtime.ts';
import { temporaryDirectory } from './resources.ts';

/**
 * Runs the example on a clock that is five times as fast: visibility timeouts last half a minute. `like` is one that
 * runs and need not be synthesized again; `change` changes the template before it runs.
 */
export async function startExample({
  like,
  change = () => {},
  ...options
}: Pick<RuntimeOptions, 'limits'> & {
  readonly like?: { readonly directory: string };
  readonly change?: (assembly: string) => void;
} = {}) {
  const { path: directory, remove } = temporaryDirectory();
  const runtime = await startRuntime({
    assembly: () => {
      const assembly = join(directory, 'cdk.out');
      if (like) cpSync(join(like.directory, 'cdk.out'), assembly, { recursive: true });
      else synthesizeExample(directory);
      change(assembly);
      return assembly;
    },
    data: join(directory, 'data'),
    port: 0,
    region: 'eu-central-1',
    secrets: { 'notes/token': 'open sesame' },
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
      credentials: { accessKeyId: 'operator', secretAccessKey: runtime.operatorKey },
    },
    close: async () => {
      await runtime.close();
      remove();
    },
  };
}

export type Example = Awaited<ReturnType<typeof startExample>>;
