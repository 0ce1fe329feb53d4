import type { IncomingMessage, RequestListener } from 'node:http';

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d+))?$/i;

/** The pages that a server answers. @default its own */
type Pages = 'any' | 'of this machine' | 'own';

/** Whether a request is for another host, or from another page, whose name may lead to this machine. */
export function isForeign({ headers, socket }: IncomingMessage, pages: Pages = 'own'): boolean {
  const { host = '', origin } = headers;
  const own = LOOPBACK.exec(host);
  if (!own || Number(own[1] ?? 80) !== socket.localPort) return true;
  if (pages === 'any' || origin === undefined) return false;
  const page = LOOPBACK.exec(origin.replace(/^https?:\/\//, ''));
  return !page || (pages === 'own' && page[1] !== own[1]);
}

/** Keeps foreign requests from a listener, and answers those with an address that the listener cannot read. */
export function guard(listener: RequestListener, pages?: Pages): RequestListener {
  return (message, response) => {
    let status = 403;
    try {
      if (!isForeign(message, pages)) return listener(message, response);
    } catch {
      status = 400;
    }
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end('{"message":"This server answers only to its own address, and to its own pages."}');
  };
}
