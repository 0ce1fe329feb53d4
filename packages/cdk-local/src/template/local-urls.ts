/** A URL of one of the template's APIs or buckets in a function's environment or an output. */
export interface Address {
  /** `connections`: the management URL of a WebSocket API, to which messages are posted. */
  readonly kind: 'rest' | 'websocket' | 'connections' | 'bucket';
  /** The API's id, or the bucket's name. */
  readonly id: string;
  /** Absent if the URL contains no stage. */
  readonly stage?: string;
}

/** The local URL, without a trailing slash, that replaces one on AWS. */
export type LocalUrls = (address: Address) => string;

const apiAddress =
  /(https|wss):\/\/([a-z0-9]{10})\.execute-api\.[a-z0-9-]+\.amazonaws\.com(?:\/([A-Za-z0-9_$-]+))?/g;
const bucketAddress = /https:\/\/([a-z0-9.-]+)\.s3\.[a-z0-9-]+\.amazonaws\.com/g;

/** Replaces the URLs of APIs and buckets in all strings of a value, including objects and lists. */
export function localizeUrls(value: unknown, urls: LocalUrls, webSocketApis: ReadonlySet<string>): unknown {
  if (typeof value === 'string') {
    return value
      .replace(apiAddress, (_, scheme: string, id: string, stage: string | undefined) => {
        const kind = scheme === 'wss' ? 'websocket' : webSocketApis.has(id) ? 'connections' : 'rest';
        return urls(stage === undefined ? { id, kind } : { id, kind, stage });
      })
      .replace(bucketAddress, (_, bucket: string) => urls({ kind: 'bucket', id: bucket }));
  }
  if (Array.isArray(value)) return value.map((entry) => localizeUrls(entry, urls, webSocketApis));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, localizeUrls(entry, urls, webSocketApis)]),
  );
}
