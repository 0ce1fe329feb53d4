import type { Context } from '../context.ts';
import { upTo } from '../up-to.ts';

export async function listWebhooks({ client, output, signal }: Context): Promise<void> {
  const webhooks = await upTo(client.list('/v1/webhooks/list', { query: { size: 100 }, signal }));
  output.table(
    webhooks,
    {
      webhook: ({ id }) => id,
      url: ({ url }) => url,
      'all calls': ({ all_calls: all }) => (all ? 'yes' : 'no'),
      enabled: ({ enabled, disabled_reason: reason }) => (enabled ? 'yes' : `no: ${reason}`),
      events: ({ subscriptions }) => subscriptions.length,
    },
    'You have no webhook yet.',
  );
}
