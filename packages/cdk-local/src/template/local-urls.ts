export interface Address {
  /** `connections`: the management URL of a WebSocket API, to which messages are posted. */
  readonly kind: 'rest' | 'websocket' | 'connections' | 'bucket' | 'distribution';
  readonly id: string;
  /** Absent if the URL contains no stage. */
  readonly stage?: string;
}

/** The local URL, without a trailing slash, that replaces one on AWS. */
export type LocalUrls = (address: Address) => string;

interface Apis {
  readonly webSocketApis: ReadonlySet<string>;
  readonly distributions: readonly string[];
}

const apiAddress =
  /(https|wss):\/\/([a-z0-9]{10})\.execute-api\.[a-z0-9-]+\.amazonaws\.com(?:\/([A-Za-z0-9_$-]+))?/g;
const bucketAddress = /https:\/\/([a-z0-9.-]+)\.s3\.[a-z0-9-]+\.amazonaws\.com/g;

/** Replaces the URLs of APIs, buckets and distributions in all strings of a value, including objects and lists. */
export function localizeUrls(value: unknown, urls: LocalUrls, apis: Apis): unknown {
  if (typeof value === 'string') return localizeText(value, urls, apis);
  if (Array.isArray(value)) return value.map((entry) => localizeUrls(entry, urls, apis));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, localizeUrls(entry, urls, apis)]),
  );
}

function localizeText(text: string, urls: LocalUrls, { webSocketApis, distributions }: Apis): string {
  const kindOf = (scheme: string, id: string) =>
    scheme === 'wss' ? 'websocket' : webSocketApis.has(id) ? 'connections' : 'rest';
  const local = text
    .replace(apiAddress, (_, scheme: string, id: string, stage: string | undefined) => {
      const kind = kindOf(scheme, id);
      return urls(stage === undefined ? { id, kind } : { id, kind, stage });
    })
    .replace(bucketAddress, (_, bucket: string) => urls({ kind: 'bucket', id: bucket }));
  return distributions.reduce(
    (changed, id) => changed.replaceAll(`https://${id}`, urls({ kind: 'distribution', id })),
    local,
  );
}
