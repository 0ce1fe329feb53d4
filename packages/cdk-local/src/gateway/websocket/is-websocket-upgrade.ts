import type { IncomingMessage } from 'node:http';

/** Whether a request is a valid WebSocket upgrade; some clients request HTTP/2 with the same header. */
export function isWebSocketUpgrade(request: IncomingMessage): boolean {
  return (
    request.method === 'GET' &&
    request.headers.upgrade?.toLowerCase() === 'websocket' &&
    request.headers['sec-websocket-version'] === '13' &&
    /^[+/0-9A-Za-z]{22}==$/.test(request.headers['sec-websocket-key'] ?? '')
  );
}
