import { gzipSync } from 'node:zlib';
import type { Headers } from './response-headers.ts';

/** Bytes of an object that CloudFront compresses: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html */
const LEAST_BYTES = 1_000;
const MOST_BYTES = 10_000_000;

/** The content types that it compresses, as far as web pages use them. */
const COMPRESSED =
  /^(text\/(css|csv|html|javascript|plain|xml)|application\/(javascript|json|wasm|xml|xhtml\+xml)|image\/svg\+xml|font\/(otf|ttf))\b/;

/** An answer before and after its compression. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/**
 * Compresses an answer as CloudFront does, for a client that accepts it. Browsers accept Brotli only over TLS, so gzip
 * is sufficient here.
 */
export function compressed<T extends Answer>(answer: T, acceptEncoding: string): T {
  const { status, headers, body } = answer;
  const { etag } = headers;
  const isCompressible =
    status === 200 &&
    headers['content-encoding'] === undefined &&
    body.length >= LEAST_BYTES &&
    body.length <= MOST_BYTES &&
    COMPRESSED.test(String(headers['content-type'] ?? ''));
  if (!isCompressible || !/\bgzip\b/.test(acceptEncoding)) return answer;
  return {
    ...answer,
    headers: {
      ...headers,
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      ...(typeof etag === 'string' && { etag: etag.replace(/^"/, 'W/"') }),
    },
    body: gzipSync(body),
  };
}
