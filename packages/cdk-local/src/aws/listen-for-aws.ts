import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AwsAddress } from '../functions/function-definition.ts';
import { KEEP_ALIVE_MS, listenOnPort } from '../listen-on-port.ts';

/** A loopback server without handlers yet, so that its address is known before the stacks are resolved. */
export interface AwsServer extends AwsAddress {
  readonly server: Server;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1, with a new key of the operator. */
export async function listenForAws(): Promise<AwsServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  const port = await listenOnPort(server, 0);
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    operatorKey: randomBytes(32).toString('base64url'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
