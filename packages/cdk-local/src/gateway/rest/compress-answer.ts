import { gzipSync } from 'node:zlib';
import type { RestResponse } from './integrate.ts';
import type { RestRequest } from './rest-request.ts';

/**
 * Compresses an integration's answer if the API asks for it and the client accepts gzip:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-receive-response-with-compressed-payload.html
 */
export function compressAnswer(answer: RestResponse, { api, headersByName }: RestRequest): RestResponse {
  const { minimumCompressionSize: least } = api;
  const isEncoded = answer.headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  if (least === undefined || isEncoded || Buffer.byteLength(answer.body) < least) return answer;
  if (!/\bgzip\b(?!;\s*q=0(\.0*)?\s*(,|$))/i.test(headersByName['accept-encoding'] ?? '')) return answer;
  return {
    ...answer,
    headers: [...answer.headers, ['Content-Encoding', 'gzip']],
    body: gzipSync(answer.body),
  };
}
