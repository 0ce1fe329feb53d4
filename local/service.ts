import { createServer, type Server } from 'node:http';
import { clockAt } from 'cdk-local/clock/install-clock.ts';
import { listenOnPort } from 'cdk-local/listen-on-port.ts';
import { type Runtime, type RuntimeOptions, startRuntime } from 'cdk-local/runtime.ts';
import { startBedrock } from 'vendor-simulators/bedrock/bedrock.ts';
import { startCarrier } from 'vendor-simulators/carrier/carrier.ts';
import { startModel } from 'vendor-simulators/model/model.ts';
import { startVectorDatabase } from 'vendor-simulators/vector-database/vector-database.ts';
import { startVoices } from 'vendor-simulators/voices/voices.ts';
import { type Connection, readConnection, writeConnection } from '#cli/settings/connection-file.ts';
import { perSecondPerAccount } from '../lambdas/calls/model/settings.ts';
import { CAMPAIGNS } from '../lambdas/campaigns/store/keys.ts';
import { FALLBACK_PATH } from '../lambdas/numbers/number-urls.ts';
import { outboundAllowedNetworks } from '../lambdas/platform/outbound/settings.ts';
import { PRICES, type Prices } from '../lambdas/usage/model/prices.ts';
import { OPEN_CALLS_INDEX, OPEN_SHARDS } from '../lambdas/usage/store/keys.ts';
import { vectorDatabase as vectorVendor } from '../lambdas/vector-databases/model/settings.ts';
import { languageModel } from '../lambdas/vendors/llm/settings.ts';
import { speech } from '../lambdas/vendors/speech/settings.ts';
import { callbackKey } from '../lambdas/vendors/telephony/callback-keys.ts';
import { withRetries } from '../lambdas/vendors/telephony/retries.ts';
import { telephony } from '../lambdas/vendors/telephony/settings.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import type { StartOptions } from './arguments.ts';
import { requireLaterStart, serveClock } from './clock.ts';
import { closeToOthers, prepareFolder } from './data-folder.ts';
import { type HeldNumber, seed, USERS } from './seed.ts';
import { synthesizeApart } from './synthesize-apart.ts';
import { textOf } from './text-of.ts';

export interface VendorAccounts {
  readonly telephonyAccountSid: string;
  readonly telephonyAuthToken: string;
  readonly llmApiKey: string;
  /** The service's own secret, from which the keys in callback URLs are derived. @default DEFAULT_CALLBACK_KEY */
  readonly callbackKey?: string;
}

/** Options of the local service besides the command line. */
export interface ServiceOptions
  extends StartOptions,
    Pick<RuntimeOptions, 'clock' | 'onAwsRequest' | 'onInvocation'> {
  readonly accounts: VendorAccounts;
  /** The duration of simulated speech, as a multiple of real time. */
  readonly carrierPace: number;
  /** The folder of the console's built pages. @default no console */
  readonly consoleDirectory?: string;
  /** The cloud assembly to run. @default the environment is synthesized */
  readonly assembly?: string;
  /** Overrides of the template's environment variables. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The default secret from which the keys of callback URLs are derived. */
export const DEFAULT_CALLBACK_KEY = 'local-callback-key-of-32-letters';

/** The name of the scripted model, wherever an answer's model is displayed. */
const SCRIPTED = 'scripted';

/** The scripted models' advice after words that no rule matches. */
const REAL_MODEL = 'For a real model, start the service with the option --llm.';

/** Where the functions that run each minute look for what is due. */
const dueIn: NonNullable<RuntimeOptions['dueIn']> = (functionArn, resources) => {
  const [, name] = /-Calls-(Reconcile|Campaigns)Function/.exec(functionArn) ?? [];
  return name === undefined
    ? undefined
    : {
        table: tableOf({ resources }),
        index: OPEN_CALLS_INDEX,
        partitionKey: 'open',
        timeKey: 'reconcile_at',
        partitions: name === 'Campaigns' ? [CAMPAIGNS] : OPEN_SHARDS,
      };
};

const callbackKeyOf = ({ callbackKey: key }: VendorAccounts) => key ?? DEFAULT_CALLBACK_KEY;

export interface Service {
  readonly connection: Connection;
  readonly runtime: Runtime;
  close(): Promise<void>;
}

/** Starts everything and writes the connection file. Rejects with a StartError for problems that the user can fix. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { data, accounts } = options;
  const config = await findEnvironment(options.environment);
  await prepareFolder(options);
  const clock = options.clockTime ? clockAt(options.clockTime) : options.clock;
  requireLaterStart(data, options.clockTime);
  const carrier = await startCarrier({
    accountSid: accounts.telephonyAccountSid,
    authToken: accounts.telephonyAuthToken,
    pace: options.carrierPace,
  });
  const model =
    options.llm === undefined
      ? await startModel({ apiKey: accounts.llmApiKey, advice: REAL_MODEL })
      : undefined;
  const bedrock = await startBedrock({ advice: REAL_MODEL });
  const vectorDatabase = await startVectorDatabase();
  const voices = await startVoices();
  const modelUrl = options.llm ?? model?.url ?? '';
  const runtime = await startRuntime({
    assembly: async () =>
      // The CDK copies files with their permissions.
      options.assembly ?? closeToOthers(await synthesizeApart(options.environment, data, options)),
    data,
    port: options.port,
    // The port after the API's, so that the URL stays the same.
    distributionPort: options.port === 0 ? 0 : options.port + 1,
    region: config.region,
    bedrockUrl: bedrock.url,
    pollyUrl: voices.url,
    clock,
    dueIn,
    faults: options.faults,
    onAwsRequest: options.onAwsRequest,
    onInvocation: options.onInvocation,
    secrets: {
      [`phone-call-agents/${config.name}/telephony`]: JSON.stringify({
        account_sid: accounts.telephonyAccountSid,
        auth_token: accounts.telephonyAuthToken,
      }),
      [`phone-call-agents/${config.name}/callback-key`]: JSON.stringify({ key: callbackKeyOf(accounts) }),
      [`phone-call-agents/${config.name}/llm`]: JSON.stringify({ api_key: accounts.llmApiKey }),
      [`phone-call-agents/${config.name}/llm-vendor-b`]: JSON.stringify({ api_key: accounts.llmApiKey }),
    },
    environment: {
      ...textOf(telephony.apiUrl, carrier.url),
      // The simulated carrier accepts any rate.
      ...textOf(perSecondPerAccount, 50),
      ...textOf(languageModel.baseUrl, modelUrl),
      ...textOf(languageModel.model, model ? SCRIPTED : options.model),
      // Free; without a price, calls would have no complete cost.
      ...(model && textOf(PRICES, withFree(SCRIPTED, config.prices))),
      ...textOf(languageModel.vendorBBaseUrl, modelUrl),
      ...textOf(speech.elevenLabsUrl, voices.url),
      ...textOf(vectorVendor.apiUrl, vectorDatabase.url),
      // The user's own receivers run on the same machine.
      ...textOf(outboundAllowedNetworks, ['127.0.0.0/8', '::1/128']),
      ...options.variables,
    },
  });
  const clockServer = clock?.jumped && (await serveClock(data, runtime));
  const mcp = createServer(async (request, response) =>
    // Loaded when an assistant connects.
    (await import('#cli/mcp/serve.ts')).mcpListener(runtime.url)(request, response),
  );
  const connection = await connect(options, runtime, {
    mcp_url: await mcpUrlOf(mcp, options.port),
    ...(clockServer && { clock_url: clockServer.url }),
    carrier_url: carrier.url,
    model_url: modelUrl,
    language_model: model ? SCRIPTED : (options.model ?? config.languageModel.model),
    bedrock_url: bedrock.url,
    vector_database_url: vectorDatabase.url,
  });
  return {
    connection,
    runtime,
    async close() {
      await clockServer?.close();
      mcp.close();
      mcp.closeAllConnections();
      await runtime.close();
      await Promise.all([
        carrier.close(),
        model?.close(),
        bedrock.close(),
        vectorDatabase.close(),
        voices.close(),
      ]);
    },
  };
}

/** Listens at the port after the console's. */
const mcpUrlOf = async (server: Server, port: number) =>
  `http://127.0.0.1:${await listenOnPort(server, port === 0 ? 0 : port + 2)}/mcp`;

const withFree = (model: string, { models, ...prices }: Prices): Prices => ({
  ...prices,
  models: { ...models, [model]: { input: 0, cached: 0, output: 0 } },
});

/** Gives the users tokens and numbers, and writes the connection file. */
async function connect(
  { data, environment, accounts }: ServiceOptions,
  runtime: Runtime,
  vendors: Pick<
    Connection,
    | 'carrier_url'
    | 'clock_url'
    | 'model_url'
    | 'language_model'
    | 'bedrock_url'
    | 'vector_database_url'
    | 'mcp_url'
  >,
): Promise<Connection> {
  const known = readConnection(data);
  const { awsUrl: endpoint, operatorKey } = runtime;
  const table = { name: tableOf(runtime), endpoint, region: 'us-east-1', operatorKey };
  const { tokens, heldNumbers } = await seed(table, [known?.access_token, known?.second_access_token]);
  for (const number of heldNumbers)
    await giveNumber(number, vendors.carrier_url, {
      callbacksUrl: runtime.url,
      secret: callbackKeyOf(accounts),
    });
  const [access_token = '', second_access_token = ''] = tokens;
  const connection = {
    environment,
    base_url: runtime.url,
    access_token,
    second_access_token,
    phone_number: USERS[0].phoneNumber,
    websocket_url: runtime.webSocketUrl,
    ...vendors,
    aws_endpoint_url: runtime.awsUrl,
    operator_key: runtime.operatorKey,
    openapi_url: `${runtime.url}/v1/openapi.json`,
    ...consoleOf(runtime),
  };
  writeConnection(data, connection);
  return connection;
}

/** The address of the console, if there is one. */
function consoleOf({ outputs }: Runtime): Pick<Connection, 'console_url'> {
  const [found] = Object.entries(outputs).filter(([name]) => name.endsWith('-Console.ConsoleUrl'));
  return found ? { console_url: found[1] } : {};
}

const tableOf = ({ resources }: Pick<Runtime, 'resources'>): string =>
  resources.find(({ type }) => type === 'AWS::DynamoDB::Table')?.ref ?? '';

/** Assigns a number with the service's URLs to the platform's account at the simulated carrier. */
async function giveNumber(
  { id, userId, number }: HeldNumber,
  carrierUrl: string,
  { callbacksUrl, secret }: { readonly callbacksUrl: string; readonly secret: string },
): Promise<void> {
  const url = `${carrierUrl}/simulator/numbers/${encodeURIComponent(number)}`;
  const key = callbackKey(secret, { purpose: 'number', userId, recordId: id });
  const base = `${callbacksUrl}/telephony/numbers/${userId}/${id}/${key}`;
  const body = JSON.stringify({
    voice_url: withRetries(`${base}/incoming`),
    voice_fallback_url: `${callbacksUrl}${FALLBACK_PATH}`,
    status_callback: withRetries(`${base}/status`),
  });
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(url, { method: 'PUT', headers, body });
  if (status >= 300) throw new Error(`The simulated carrier refused the number ${number}: ${status}.`);
}
