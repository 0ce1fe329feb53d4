import { Peer } from '../peer.ts';
import { CREDENTIALS } from '../table/variables.ts';

/** Serves the callback secret, and the platform's telephony account if it is given, to this process, like Secrets Manager. Returns a function that stops it. */
export async function startSecrets(
  key = 'k'.repeat(32),
  account: object = {},
): Promise<() => Promise<unknown>> {
  const server = new Peer((_, response) =>
    response.end(JSON.stringify({ SecretString: JSON.stringify({ key, ...account }) })),
  );
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: await server.listen(),
    ...CREDENTIALS,
    CALLBACK_KEY_SECRET_ARN: 'callback-key',
    TELEPHONY_SECRET_ARN: 'telephony',
  });
  return () => server.close();
}
