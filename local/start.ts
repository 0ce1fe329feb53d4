import { StartError } from 'cdk-local/start-error.ts';
import { OptionError } from '../bin/parse-options.ts';
import { ConfigurationError } from '../lib/config/configuration-error.ts';
import { parseStartArguments, USAGE } from './arguments.ts';
import { dataOption } from './connection-file.ts';
import { consolePages } from './console-pages.ts';
import type { Service } from './service.ts';

process.on('uncaughtException', (error) => {
  console.error(explain(error));
  process.exit(1);
});

try {
  const options = parseStartArguments(process.argv.slice(2));
  if (options) await run(options);
  else console.log(USAGE);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

function explain(error: unknown): unknown {
  const isForUser = [StartError, OptionError, ConfigurationError].some((each) => error instanceof each);
  if (isForUser) return (error as Error).message;
  // LevelDB says the latter.
  if (/ENOSPC|No space left on device/.test(String(error)))
    return 'The disk of the data folder is full: free some space, or name another folder with --data.';
  const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return missing ? `A package is missing: run "npm ci". (${error.message.split('\n')[0]})` : error;
}

async function run(options: NonNullable<ReturnType<typeof parseStartArguments>>): Promise<void> {
  const { readEnvironment } = await import('./environment.ts');
  const { assembly, ...given } = readEnvironment();
  const { startService } = await import('./service.ts');
  // A given assembly contains its own pages, or none.
  const consoleDirectory =
    given.consoleDirectory ?? (assembly === undefined ? await consolePages() : undefined);
  if (assembly === undefined) console.log('Synthesizing the stacks and bundling the functions …');
  const service = await startService({
    ...options,
    ...given,
    ...(assembly !== undefined && { assembly }),
    ...(consoleDirectory !== undefined && { consoleDirectory }),
  });
  greet(service, options.data);
  // One Ctrl-C arrives several times: from the terminal, from npm and from bin/run.mjs.
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (!isStopping) void stop(service);
      isStopping = true;
    });
}

function greet({ connection }: Service, data: string): void {
  console.log(`
Ready after ${process.uptime().toFixed(1)} s.

  API            ${connection.base_url}
  console        ${connection.console_url ?? 'none'}
  access token   ${connection.access_token}
  second user    ${connection.second_access_token}
  phone number   ${connection.phone_number}
  OpenAPI        ${connection.openapi_url}
  carrier        ${connection.carrier_url}
  data           ${data} (this is also in ${data}/connection.json)

Try it:          npm run call${dataOption(data)}${connection.console_url === undefined ? '' : `, or npm run console${dataOption(data)}`}
Stop it:         Ctrl-C
`);
}

async function stop(service: Service): Promise<void> {
  console.log('Stopping …');
  await service.close();
  console.log('Stopped.');
  process.exit(0);
}
