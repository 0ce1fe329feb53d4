import { deflateSync, gzipSync } from 'node:zlib';
import type { RestResponse } from './integrate.ts';
import type { RestRequest } from './rest-request.ts';

/** The content codings of API Gateway: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-enable-compression.html */
const CODINGS: Readonly<Record<string, (body: string | Buffer) => Buffer>> = {
  gzip: gzipSync,
  deflate: deflateSync,
};

/**
 * Compresses an integration's answer if the API asks for it and the client names a coding:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-receive-response-with-compressed-payload.html
 */
export function compressAnswer(answer: RestResponse, { api, headersByName }: RestRequest): RestResponse {
  const { minimumCompressionSize: least } = api;
  const isEncoded = answer.headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  if (least === undefined || isEncoded || Buffer.byteLength(answer.body) < least) return answer;
  const coding = preferredCoding(headersByName['accept-encoding'] ?? '');
  const encode = CODINGS[coding];
  if (!encode) return answer;
  return {
    ...answer,
    headers: [...answer.headers, ['Content-Encoding', coding]],
    body: encode(answer.body),
  };
}

/** The first coding of API Gateway among those that the client prefers; an empty text if there is none. */
function preferredCoding(accepted: string): string {
  const codings = accepted
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return { name, weight: Number(weight ?? 1) };
    });
  const highest = Math.max(...codings.map(({ weight }) => weight));
  const found = codings.find(
    ({ name, weight }) => weight > 0 && weight === highest && Object.hasOwn(CODINGS, name),
  );
  return found?.name ?? '';
}
