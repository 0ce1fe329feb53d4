import { request } from 'node:http';

/** A response. */
export interface RawResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** A request that keeps the spelling and the repetition of headers, unlike fetch. */
export function rawRequest(
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string | string[]>>;
    readonly body?: string | Buffer;
  } = {},
): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const sent = request(
    url,
    { method: options.method ?? 'GET', headers: options.headers ?? {} },
    async (response) => {
      const chunks = await response.toArray();
      resolve({
        status: response.statusCode ?? 0,
        headers: response.rawHeaders,
        body: Buffer.concat(chunks),
      });
    },
  );
  sent.on('error', reject);
  sent.end(options.body);
  return promise;
}
