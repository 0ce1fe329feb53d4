import { StartError } from 'cdk-local/start-error.ts';
import type { StartOptions } from './arguments.ts';

/** The flags that replace an embedded or simulated server. */
type VendorFlag = 'telephony' | 'llm' | 'bedrock';
type VendorUrls = Pick<StartOptions, VendorFlag>;

/** Milliseconds in which a server must answer. */
const ANSWER_WITHIN_MS = 5_000;

interface Probe {
  readonly service: string;
  readonly path: string;
  readonly request?: RequestInit;
}

const probes: Readonly<Record<VendorFlag, Probe>> = {
  // Without credentials, the vendor answers 401 with an error in JSON.
  telephony: { service: "the telephony vendor's REST API", path: '/2010-04-01/Accounts.json' },
  llm: { service: 'an OpenAI-compatible API', path: '/models' },
  // An empty request is refused in JSON, signed or not.
  bedrock: {
    service: "Amazon Bedrock's API",
    path: '/model/amazon.nova-lite-v1%3A0/converse-stream',
    request: { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
  },
};

/** Throws StartError if a server from the command line doesn't answer, or not in its service's format. */
export async function checkVendors(urls: VendorUrls): Promise<void> {
  const flags = ['telephony', 'llm', 'bedrock'] as const;
  await Promise.all(flags.map((flag) => check(flag, urls[flag])));
}

async function check(flag: VendorFlag, url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const { service, path, request } = probes[flag];
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await fetch(url + path, { ...request, redirect: 'manual', signal }).catch(() => undefined);
  const place = `${service} at ${url}`;
  if (!response) throw new StartError(`--${flag}: no answer from ${place}.`);
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  await response.body?.cancel();
  // These services return errors as JSON; only a model server may answer an unknown path otherwise.
  const isPlain404 = flag === 'llm' && response.status === 404;
  if (!isJson && !isPlain404)
    throw new StartError(`--${flag}: this is not ${place}: it answers ${response.status} without JSON.`);
}
