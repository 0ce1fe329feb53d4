/** Where the local runtime serves what has a URL on AWS; without trailing slashes. */
export interface LocalUrls {
  /** The APIs: REST APIs without their stages, WebSocket APIs at theirs. */
  readonly apis: string;
  /** The AWS endpoint, which also has the buckets, and to which messages for WebSockets are posted. */
  readonly aws: string;
  readonly distribution: string;
}

interface Apis {
  readonly webSocketApis: ReadonlySet<string>;
  readonly distributions: readonly string[];
}

const API =
  /(https|wss):\/\/([a-z0-9]{10})\.execute-api\.[a-z0-9-]+\.amazonaws\.com(?:\/([A-Za-z0-9_$-]+))?/g;
const BUCKET = /https:\/\/([a-z0-9.-]+)\.s3\.[a-z0-9-]+\.amazonaws\.com/g;

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
  const local = text
    .replace(API, (_, scheme: string, id: string, stage = '') => {
      if (scheme === 'wss') return `${urls.apis.replace('http', 'ws')}/${stage}`;
      return webSocketApis.has(id) ? urls.aws : urls.apis;
    })
    .replace(BUCKET, (_, bucket: string) => `${urls.aws}/${bucket}`);
  return distributions.reduce((changed, id) => changed.replaceAll(`https://${id}`, urls.distribution), local);
}
