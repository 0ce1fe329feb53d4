import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves the callback secret to this process, like Secrets Manager. Returns a function that stops it. */
export async function startSecrets(key = 'k'.repeat(32)): Promise<() => Promise<unknown>> {
  const server = createServer((_, response) => {
    response.end(JSON.stringify({ SecretString: JSON.stringify({ key }) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    CALLBACK_KEY_SECRET_ARN: 'callback-key',
  });
  return () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
}
