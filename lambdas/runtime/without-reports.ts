/** Middleware of the SDK that prepares unread data for each request: entries of a log that is off, and its own name. */
export const UNREAD_MIDDLEWARE = ['loggerMiddleware', 'getUserAgentMiddleware'] as const;

interface Client {
  readonly middlewareStack: { remove(name: string): boolean };
}

/**
 * Removes middleware from a client that takes a tenth of the client's time for each request and changes nothing about
 * it: for the requests on which a caller waits. Retries, time-outs, signatures and errors stay the same. See decision
 * 0080.
 */
export function withoutReports<Lean extends Client>(client: Lean): Lean {
  for (const name of UNREAD_MIDDLEWARE) client.middlewareStack.remove(name);
  return client;
}
