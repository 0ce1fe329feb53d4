import { Peer } from '../peer.ts';
import { CREDENTIALS } from '../table/variables.ts';

/** Serves the callback secret to this process, like Secrets Manager. Returns a function that stops it. */
export async function startSecrets(key = 'k'.repeat(32)): Promise<() => Promise<unknown>> {
  const server = new Peer((_, response) =>
    response.end(JSON.stringify({ SecretString: JSON.stringify({ key }) })),
  );
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: await server.listen(),
    ...CREDENTIALS,
    CALLBACK_KEY_SECRET_ARN: 'callback-key',
  });
  return () => server.close();
}
