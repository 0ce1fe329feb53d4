import { type Runtime, type RuntimeOptions, startRuntime } from 'cdk-local/runtime.ts';
import { startCarrier } from 'vendor-simulators/carrier/carrier.ts';
import { startModel } from 'vendor-simulators/model/model.ts';
import { startVectorDatabase } from 'vendor-simulators/vector-database/vector-database.ts';
import { callbackKey } from '../lambdas/domain/calls/callback-key.ts';
import { production } from '../lib/config/production.ts';
import { staging } from '../lib/config/staging.ts';
import type { StartOptions } from './arguments.ts';
import { checkVendors } from './check-vendors.ts';
import { type Connection, readConnection, writeConnection } from './connection-file.ts';
import { prepareFolder } from './data-folder.ts';
import { type HeldNumber, seed, USERS } from './seed.ts';
import { synthesizeApart } from './synthesize-apart.ts';

/** The platform's accounts at its vendors. */
export interface VendorAccounts {
  readonly telephonyAccountSid: string;
  readonly telephonyAuthToken: string;
  readonly llmApiKey: string;
  /** Our own secret, of which the keys in the addresses of callbacks are made. @default DEFAULT_CALLBACK_KEY */
  readonly callbackKey?: string;
}

/** The options of the local service besides the command line. */
export interface ServiceOptions
  extends StartOptions,
    Pick<RuntimeOptions, 'clock' | 'onAwsRequest' | 'onInvocation'> {
  readonly accounts: VendorAccounts;
  /** The duration of the simulated callee and voice, as a multiple of real time. */
  readonly carrierPace: number;
  /** The cloud assembly to run; by default the environment is synthesized. */
  readonly assembly?: string;
  /** Values that override the template's environment variables. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The default secret from which the keys of callback URLs are derived. */
export const DEFAULT_CALLBACK_KEY = 'local-callback-key-of-32-letters';

const callbackKeyOf = ({ callbackKey: key }: VendorAccounts) => key ?? DEFAULT_CALLBACK_KEY;

/** The whole service on this machine. */
export interface Service {
  readonly connection: Connection;
  readonly runtime: Runtime;
  close(): Promise<void>;
}

/** Starts everything and writes the connection file. Rejects with a StartError for faults that the user can fix. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { data, accounts } = options;
  const config = options.environment === 'staging' ? staging : production;
  prepareFolder(options);
  await checkVendors(options);
  const carrier = options.telephony === undefined ? await simulateCarrier(options) : undefined;
  const model = options.llm === undefined ? await startModel({ apiKey: accounts.llmApiKey }) : undefined;
  const vectorDatabase = await startVectorDatabase();
  const telephonyUrl = options.telephony ?? carrier?.url ?? '';
  const modelUrl = options.llm ?? model?.url ?? '';
  const runtime = await startRuntime({
    assembly: () => options.assembly ?? synthesizeApart(options.environment, data),
    data,
    port: options.port,
    region: config.region,
    ...(options.dynamodb !== undefined && { dynamodbUrl: options.dynamodb }),
    ...(options.clock && { clock: options.clock }),
    ...(options.onAwsRequest && { onAwsRequest: options.onAwsRequest }),
    ...(options.onInvocation && { onInvocation: options.onInvocation }),
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
      TELEPHONY_API_URL: telephonyUrl,
      // The simulated carrier accepts any rate; a real one that of the environment.
      ...(carrier && { CALLS_PER_SECOND: '50' }),
      LLM_BASE_URL: modelUrl,
      LLM_VENDOR_B_BASE_URL: modelUrl,
      VECTOR_DATABASE_API_URL: vectorDatabase.url,
      // The user's own receivers run on the same machine.
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
      ...options.variables,
    },
  });
  const connection = await connect(options, {
    runtime,
    carrierUrl: telephonyUrl,
    modelUrl,
    vectorDatabaseUrl: vectorDatabase.url,
  });
  return {
    connection,
    runtime,
    async close() {
      await runtime.close();
      await Promise.all([carrier?.close(), model?.close(), vectorDatabase.close()]);
    },
  };
}

function simulateCarrier({ accounts, carrierPace: pace }: ServiceOptions) {
  return startCarrier({
    accountSid: accounts.telephonyAccountSid,
    authToken: accounts.telephonyAuthToken,
    pace,
  });
}

interface Addresses {
  readonly runtime: Runtime;
  readonly carrierUrl: string;
  readonly modelUrl: string;
  readonly vectorDatabaseUrl: string;
}

async function connect(
  { data, telephony, accounts }: ServiceOptions,
  { runtime, carrierUrl, modelUrl, vectorDatabaseUrl }: Addresses,
): Promise<Connection> {
  const table = runtime.resources.find(({ type }) => type === 'AWS::DynamoDB::Table');
  const known = readConnection(data);
  const { tokens, heldNumbers } = await seed(
    { name: table?.ref ?? '', endpoint: runtime.awsUrl, region: 'us-east-1', accessKeyId: 'operator' },
    [known?.access_token, known?.second_access_token],
  );
  if (telephony === undefined)
    for (const number of heldNumbers)
      await giveNumber(number, { carrierUrl, callbacksUrl: runtime.url, secret: callbackKeyOf(accounts) });
  const [access_token = '', second_access_token = ''] = tokens;
  const connection = {
    base_url: runtime.url,
    access_token,
    second_access_token,
    phone_number: USERS[0].phoneNumber,
    websocket_url: runtime.webSocketUrl,
    carrier_url: carrierUrl,
    model_url: modelUrl,
    vector_database_url: vectorDatabaseUrl,
    aws_endpoint_url: runtime.awsUrl,
    openapi_url: `${runtime.url}/v1/openapi.json`,
  };
  writeConnection(data, connection);
  return connection;
}

/** Tells the simulated carrier that the platform's account holds a number, and sets our URLs for it. */
async function giveNumber(
  { id, userId, number }: HeldNumber,
  {
    carrierUrl,
    callbacksUrl,
    secret,
  }: { readonly carrierUrl: string; readonly callbacksUrl: string; readonly secret: string },
): Promise<void> {
  const url = `${carrierUrl}/simulator/numbers/${encodeURIComponent(number)}`;
  const key = callbackKey(secret, { purpose: 'number', userId, recordId: id });
  const base = `${callbacksUrl}/telephony/numbers/${userId}/${id}/${key}`;
  const body = JSON.stringify({ voice_url: `${base}/incoming`, status_callback: `${base}/status` });
  const { status } = await fetch(url, { method: 'PUT', body });
  if (status >= 300) throw new Error(`The simulated carrier did not take the number ${number}: ${status}.`);
}
