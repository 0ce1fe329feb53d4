/**
 * Milliseconds for which a server of this machine keeps an idle connection. A client closes its own before that: with the
 * default of 5 s, a client that pauses, such as a function between two invocations, sends a request into a connection that
 * was just closed.
 */
export const KEEP_ALIVE_MS = 120_000;
