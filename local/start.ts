import { createServer } from 'node:http';
import { listenOnPort } from 'cdk-local/listen-on-port.ts';
import { StartError } from 'cdk-local/start-error.ts';
import { explain } from '#cli/errors.ts';
import { runNpmCommand } from '#cli/npm-command.ts';
import { dataOption } from '#cli/settings/connection-file.ts';
import { ConfigurationError } from '../lib/config/configuration-error.ts';
import { type StartOptions, startCommand, startOptions } from './arguments.ts';
import { consolePages, elapsedSeconds, sayPhase } from './console-pages.ts';
import type { ModelChoice } from './language-model.ts';
import type { Service } from './service.ts';

process.on('uncaughtException', (error) => {
  console.error(explainStart(error));
  process.exit(1);
});

await runNpmCommand(
  startCommand().action((given) => run(startOptions(given))),
  explainStart,
);
// Parts of the service may still be running.
if (process.exitCode) process.exit();

function explainStart(error: unknown): string {
  if (error instanceof StartError || error instanceof ConfigurationError) return error.message;
  // The second message comes from LevelDB.
  if (/ENOSPC|No space left on device/.test(String(error)))
    return 'The disk of the data folder is full: free some space, or name another folder with --data.';
  const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return missing ? `A package is missing: run "npm ci". (${error.message.split('\n')[0]})` : explain(error);
}

async function run(options: StartOptions): Promise<void> {
  const { readEnvironment } = await import('./environment.ts');
  const { assembly, accounts, ...given } = readEnvironment();
  const { apiKey: llmApiKey = accounts.llmApiKey, ...choice } = await checkStart(options);
  const { startService } = await import('./service.ts');
  // A prebuilt assembly contains its own pages, or none.
  const consoleDirectory =
    given.consoleDirectory ?? (assembly === undefined ? await consolePages() : undefined);
  if (assembly === undefined) sayPhase('Synthesizing the stacks and bundling the functions');
  const service = await startService({
    ...options,
    ...given,
    ...choice,
    accounts: { ...accounts, llmApiKey },
    ...(assembly !== undefined && { assembly }),
    ...(consoleDirectory !== undefined && { consoleDirectory }),
  });
  greet(service, options);
  // One Ctrl-C arrives several times: from the terminal, from npm and from bin/run.mjs.
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (!isStopping) void stop(service);
      isStopping = true;
    });
  if (options.llm === undefined) await offerModels();
}

/** Detects failures before the user waits for pages and stacks. Returns the model to use. */
async function checkStart(options: StartOptions): Promise<ModelChoice> {
  const { findEnvironment } = await import('../lib/config/environments.ts');
  const { languageModel } = await findEnvironment(options.environment);
  const { chooseModel } = await import('./language-model.ts');
  const choice = await chooseModel(options, languageModel.model);
  const probe = createServer();
  await listenOnPort(probe, options.port);
  await new Promise((resolve) => probe.close(resolve));
  return choice;
}

/** Reports which real models this machine could use. */
async function offerModels(): Promise<void> {
  const { offeredModels } = await import('./language-model.ts');
  const offered = await offeredModels();
  if (offered.length > 0) console.log(`Real model:      npm start -- ${offered.join(', or ')}\n`);
}

function greet({ connection }: Service, { data, llm, clockTime }: StartOptions): void {
  const simulated = [
    'callees',
    'voices',
    ...(llm === undefined ? ['language model (it answers by rules, whatever the prompt says)'] : []),
    'knowledge',
  ].join(', ');
  console.log(`
Ready after ${elapsedSeconds().toFixed(1)} s.

  API            ${connection.base_url}
  console        ${connection.console_url ?? 'none'}
  access token   ${connection.access_token}
  second user    ${connection.second_access_token}
  phone number   ${connection.phone_number}
  MCP            ${connection.mcp_url}
  OpenAPI        ${connection.openapi_url}
  carrier        ${connection.carrier_url}
  model          ${connection.language_model} at ${connection.model_url}
  simulated      ${simulated}
  time           ${clockTime ? `${clockTime.toISOString()}; set it forward with npm run phone-agents -- clock advance 3d` : 'real'}
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
