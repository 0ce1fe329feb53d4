import type { IncomingMessage } from 'node:http';

/**
 * The body of a request. Rejects if the client disconnects before its end. `buffer` of `node:stream/consumers` takes several
 * turns of the event loop for it, and each request of a function waits for them.
 */
export function readBody(message: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => resolve(Buffer.concat(chunks)));
    message.on('error', reject);
  });
}
