import { boundedFetch } from '../../../platform/outbound/bounded-fetch.ts';

const bounded = boundedFetch({ timeoutMs: 8_000, maxBytes: 2 * 2 ** 20 });

/** What an OpenAI-compatible API says is wrong with a key, at no cost. Never throws: errors may contain the key. */
export async function issueOfApiKey({
  apiKey,
  baseUrl,
}: {
  readonly apiKey: string;
  readonly baseUrl: string;
}): Promise<string | undefined> {
  const status = await statusOf(`${baseUrl.replace(/\/$/, '')}/models`, apiKey).catch(() => undefined);
  if (status === undefined)
    return 'The language-model vendor did not respond, so the key could not be verified. Try again.';
  if (status === 200) return undefined;
  if (status === 401) return 'The language-model vendor refuses this key; replace it.';
  if (status === 403)
    return 'The language-model vendor does not let this key list its models (HTTP status 403); calls may work anyway.';
  return `The language-model vendor responded with HTTP status ${status}, so the key could not be verified. Try again.`;
}

async function statusOf(url: string, apiKey: string): Promise<number> {
  const response = await bounded(url, { headers: { authorization: `Bearer ${apiKey}` } });
  await response.body?.cancel();
  return response.status;
}
