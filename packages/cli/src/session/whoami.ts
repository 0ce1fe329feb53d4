import type { Context } from '../context.ts';

/** Shows which service and token the other commands use. */
export async function whoami({ client, connection, output, signal }: Context): Promise<void> {
  const session = await client.get('/v1/sessions/current', { signal });
  const { url, source } = connection;
  output.record(
    { url, source, ...session },
    {
      service: ({ url }) => url,
      from: ({ source }) => source,
      user: ({ user_id: user }) => user,
      token: ({ name, id }) => name ?? id,
      scopes: ({ scopes }) => scopes?.join(', ') ?? 'full access',
      expires: ({ expires_at: at }) => at ?? 'never',
    },
  );
}
