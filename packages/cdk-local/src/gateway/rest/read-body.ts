import type { IncomingMessage } from 'node:http';
import { GatewayFault } from './gateway-fault.ts';

/** A request's largest body in bytes: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Bytes after which an endless upload is cut off. */
const MAX_DRAINED_BYTES = 10 * MAX_BODY_BYTES;

/**
 * Reads the body. A body that is too large is read to its end and dropped, since clients often lose an earlier answer;
 * then throws REQUEST_TOO_LARGE.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= MAX_BODY_BYTES) chunks.push(bytes);
    else chunks.length = 0;
    if (size > MAX_DRAINED_BYTES) break;
  }
  if (size > MAX_BODY_BYTES) throw new GatewayFault('REQUEST_TOO_LARGE');
  return Buffer.concat(chunks);
}
