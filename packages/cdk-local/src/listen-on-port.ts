import type { Server } from 'node:http';
import { StartError } from './start-error.ts';

/** Maximum pending connections: AWS accepts bursts, and with Node.js's default of 511 some would have to retry. */
const CONNECTIONS_AT_ONCE = 4096;

/** Milliseconds for which a server keeps an idle connection: longer than clients, which would lose a request. */
export const KEEP_ALIVE_MS = 120_000;

/** Listens on a port, or any free one for 0. Returns the port. Rejects with a StartError if the port cannot be used. */
export async function listenOnPort(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(`${portFault(port, error)}: choose another with --port, or 0 for any free one.`)),
    );
    server.listen({ port, host: '127.0.0.1', backlog: CONNECTIONS_AT_ONCE }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

function portFault(port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `Port ${port} is taken`;
  return code === 'EACCES' ? `Port ${port} needs privileges` : `Port ${port} cannot be used (${message})`;
}
