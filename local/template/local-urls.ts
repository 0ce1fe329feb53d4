/** An address of one of the template's APIs as a function's environment or an output holds it. */
export interface ApiAddress {
  readonly apiId: string;
  /** `connections`: the management address of a WebSocket API, from which messages are posted. */
  readonly kind: 'rest' | 'websocket' | 'connections';
  /** Absent when the address names no stage. */
  readonly stage?: string;
}

/** The local address, without a trailing slash, that takes the place of an API's address on AWS. */
export type LocalUrls = (address: ApiAddress) => string;

const address =
  /(https|wss):\/\/([a-z0-9]{10})\.execute-api\.[a-z0-9-]+\.amazonaws\.com(?:\/([A-Za-z0-9_$-]+))?/g;

/** Replaces the addresses of the APIs in all strings of a value, objects and lists included. */
export function localizeUrls(value: unknown, urls: LocalUrls, webSocketApis: ReadonlySet<string>): unknown {
  if (typeof value === 'string') {
    return value.replace(address, (_, scheme: string, apiId: string, stage: string | undefined) => {
      const kind = scheme === 'wss' ? 'websocket' : webSocketApis.has(apiId) ? 'connections' : 'rest';
      return urls(stage === undefined ? { apiId, kind } : { apiId, kind, stage });
    });
  }
  if (Array.isArray(value)) return value.map((entry) => localizeUrls(entry, urls, webSocketApis));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, localizeUrls(entry, urls, webSocketApis)]),
  );
}
