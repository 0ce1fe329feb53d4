import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { z } from 'zod';
import { CarrierClient } from '../call/clients/carrier-client.ts';
import { requestJson } from '../call/clients/request-json.ts';
import { LOCAL_SYNTHETIC_CALL } from './local-synthetic-call.ts';

/** The data that the set-up of the synthetic call needs. */
export interface SyntheticSetUp {
  readonly apiUrl: string;
  readonly awsUrl: string;
  /** The simulated carrier; undefined if another vendor places the calls. */
  readonly carrierUrl: string | undefined;
  /** The token of the user who places the calls. */
  readonly token: string;
  /** The name of the secret that contains the token. */
  readonly secretName: string;
}

const records = z.object({ items: z.array(z.object({ id: z.string() })) });
const record = z.object({ id: z.string() });

/** Does what docs/deploy.md tells an operator to do before the first synthetic call. */
export async function setUpSyntheticCall(setUp: SyntheticSetUp): Promise<void> {
  await makeRecords(setUp);
  if (setUp.carrierUrl !== undefined) await answerCalls(setUp.carrierUrl);
  await setToken(setUp);
}

/** Creates an agent, and a webhook whose receiver is the document of the API, which answers every request. */
async function makeRecords({ apiUrl, token }: SyntheticSetUp): Promise<void> {
  const get = (path: string) =>
    requestJson({ method: 'GET', url: new URL(path, apiUrl), token, answer: records });
  const post = (path: string, body: object) =>
    requestJson({ method: 'POST', url: new URL(path, apiUrl), token, body, answer: record });
  const [agents, webhooks] = await Promise.all([get('/v1/agents/list'), get('/v1/webhooks/list')]);
  const [known] = webhooks.items;
  const receiver = { url: `${apiUrl}/v1/openapi.json`, method: 'GET' };
  const webhook = known
    ? // The port may differ from that of the last start.
      await post(`/v1/webhooks/update?id=${known.id}`, receiver)
    : await post('/v1/webhooks/create', { ...receiver, subscriptions: ['event_transcript'] });
  if (agents.items.length > 0) return;
  await post('/v1/agents/create', {
    prompt: 'This is a test of the line. Thank whoever answers, in one sentence.',
    voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
    initial_message: 'This is a test call. Who is there?',
    actions: [],
    webhook: webhook.id,
  });
}

async function answerCalls(carrierUrl: string): Promise<void> {
  // The callee hangs up after the agent's answer.
  const script = [{ say: `Hello, ${LOCAL_SYNTHETIC_CALL.hears}.` }];
  await new CarrierClient(carrierUrl).registerCallee(LOCAL_SYNTHETIC_CALL.to, { script });
}

async function setToken({ awsUrl, token, secretName }: SyntheticSetUp): Promise<void> {
  const client = new SecretsManagerClient({
    endpoint: awsUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
  });
  const SecretString = JSON.stringify({ access_token: token });
  await client.send(new PutSecretValueCommand({ SecretId: secretName, SecretString }));
  client.destroy();
}
