import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Refuses a handshake with a status. */
export function refuseHandshake(
  socket: Duplex,
  status: number,
  ids: Readonly<Record<string, string>> = {},
): void {
  const message = STATUS_CODES[status] ?? 'Error';
  const body = JSON.stringify({ message: status < 500 ? message : 'Internal server error', ...ids });
  const lines = [
    `HTTP/1.1 ${status} ${message}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
