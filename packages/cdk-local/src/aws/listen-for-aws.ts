import { createServer, type Server } from 'node:http';
import { KEEP_ALIVE_MS } from './keep-alive.ts';

/** A loopback server without handlers yet, so that its address is known before the stacks are resolved. */
export interface AwsServer {
  readonly server: Server;
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function listenForAws(): Promise<AwsServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The AWS endpoint has no port');
  return {
    server,
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
