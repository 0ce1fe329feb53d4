import { StartError } from 'cdk-local/start-error.ts';
import { parseStartArguments, USAGE } from './arguments.ts';
import type { Service } from './service.ts';

/** Limits of functions that can be set for this run, by their variables. */
const LIMITS = [
  'RECONCILE_SECONDS',
  'QUOTAS',
  'TOKEN_REQUESTS_PER_SECOND',
  'TOKEN_REQUESTS_AT_ONCE',
  'USER_REQUESTS_PER_SECOND',
  'USER_REQUESTS_AT_ONCE',
  'FAILED_CHECKS_PER_MINUTE',
  'TESTS_PER_MINUTE',
  'RETRIES_PER_MINUTE',
  'REPLAYS_AT_ONCE',
  'MAX_OPEN_CALLS',
  'DELIVERIES_AT_ONCE_PER_USER',
];

try {
  const options = parseStartArguments(process.argv.slice(2));
  if (options) await run(options);
  else console.log(USAGE);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

function explain(error: unknown): unknown {
  if (error instanceof StartError) return error.message;
  const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return missing ? `A package is missing: run "npm ci". (${error.message.split('\n')[0]})` : error;
}

async function run(options: NonNullable<ReturnType<typeof parseStartArguments>>): Promise<void> {
  const { TELEPHONY_ACCOUNT_SID, TELEPHONY_AUTH_TOKEN, LLM_API_KEY, CALLBACK_KEY } = process.env;
  const { CARRIER_PACE, ASSEMBLY } = process.env;
  const { startService } = await import('./service.ts');
  const service = await startService({
    ...options,
    accounts: {
      telephonyAccountSid: TELEPHONY_ACCOUNT_SID ?? `AC${'0'.repeat(32)}`,
      telephonyAuthToken: TELEPHONY_AUTH_TOKEN ?? 'local-auth-token',
      llmApiKey: LLM_API_KEY ?? 'local-api-key',
      ...(CALLBACK_KEY !== undefined && { callbackKey: CALLBACK_KEY }),
    },
    carrierPace: Number(CARRIER_PACE ?? 1),
    ...(ASSEMBLY !== undefined && { assembly: ASSEMBLY }),
    // The simulated carrier loses its calls when the service dies; a short interval finds that out soon.
    variables: { RECONCILE_SECONDS: '10', ...limitsOf(process.env) },
  });
  greet(service, options.data);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(service));
}

function limitsOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    LIMITS.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}

function greet({ connection }: Service, data: string): void {
  console.log(`
Ready after ${process.uptime().toFixed(1)} s.

  API            ${connection.base_url}
  access token   ${connection.access_token}
  second user    ${connection.second_access_token}
  phone number   ${connection.phone_number}
  OpenAPI        ${connection.openapi_url}
  carrier        ${connection.carrier_url}
  data           ${data} (this is also in ${data}/connection.json)

Try it:          npm run call
Stop it:         Ctrl-C
`);
}

async function stop(service: Service): Promise<void> {
  console.log('Stopping …');
  await service.close();
  process.exit(0);
}
