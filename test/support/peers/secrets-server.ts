import { Peer } from '../peer.ts';
import { CREDENTIALS } from '../table/variables.ts';

/**
 * Serves the callback secret, and what else is given, to this process, like Secrets Manager. Returns a function that
 * stops it.
 */
export async function startSecrets(more: object = {}): Promise<() => Promise<unknown>> {
  const SecretString = JSON.stringify({ key: 'k'.repeat(32), ...more });
  const server = new Peer((_, response) => response.end(JSON.stringify({ SecretString })));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: await server.listen(),
    ...CREDENTIALS,
    CALLBACK_KEY_SECRET_ARN: 'callback-key',
    TELEPHONY_SECRET_ARN: 'telephony',
  });
  return () => server.close();
}
