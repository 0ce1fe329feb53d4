import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** The behaviour of a bad HTTP peer. */
export interface BadPeerKind {
  readonly name: string;
  /** The status that a client can read from its answer; absent if there is none. */
  readonly status?: number;
  /** The scheme of its URL. @default http */
  readonly scheme?: 'https';
  /** Whether it acts as soon as a connection is open. @default after the head of the request */
  readonly atOnce?: true;
  readonly act: (socket: Socket) => void;
}

const CRLF = '\r\n';

/** The head of an answer in its wire format. */
const head = (status: number, headers: readonly string[] = []) =>
  [`HTTP/1.1 ${status} Some Words`, ...headers, '', ''].join(CRLF);

/**
 * Writes many bytes repeatedly until the client closes the connection. Several of these run at once, so each yields to
 * the others.
 */
const flood = (first: string, more: string) => (socket: Socket) => {
  socket.write(first);
  const timer = setInterval(() => {
    if (!socket.writableNeedDrain) socket.write(more);
  }, 10);
  socket.on('close', () => clearInterval(timer));
};

/** Writes a few bytes repeatedly until the client closes the connection. */
const drip = (first: string, more: string) => (socket: Socket) => {
  socket.write(first);
  let at = 0;
  const timer = setInterval(() => {
    socket.write(more[at++ % more.length] ?? '');
  }, 50);
  socket.on('close', () => clearInterval(timer));
};

const BOMB = gzipSync(Buffer.alloc(64 * 2 ** 20, ' '));
const HEADER_FLOOD = `X-More: ${'x'.repeat(1_000)}${CRLF}`.repeat(16);
const BODY_FLOOD = 'x'.repeat(65_536);
const UPGRADE = head(101, ['Upgrade: websocket', 'Connection: Upgrade']);

/** Ways in which an HTTP peer can be bad. */
export const BAD_PEER_KINDS: readonly BadPeerKind[] = [
  { name: 'resets the connection at once', atOnce: true, act: (socket) => socket.resetAndDestroy() },
  { name: 'never answers', act: () => undefined },
  { name: 'says nothing in the TLS handshake', scheme: 'https', atOnce: true, act: () => undefined },
  { name: 'switches protocols to WebSocket (101)', act: (socket) => socket.write(UPGRADE) },
  { name: 'switches protocols and floods', act: flood(UPGRADE, BODY_FLOOD) },
  { name: 'floods with 103 Early Hints', act: flood('', head(103, ['Link: </x>']).repeat(200)) },
  { name: 'says 102 Processing again and again', act: drip('', head(102)) },
  { name: 'drips its headers', act: drip(`HTTP/1.1 200 OK${CRLF}`, `X-A: b${CRLF}`) },
  { name: 'has headers without end', act: flood(`HTTP/1.1 200 OK${CRLF}`, HEADER_FLOOD) },
  { name: 'answers status 099', act: (socket) => socket.write('HTTP/1.1 099 Some Words\r\n\r\n') },
  { name: 'drips its body', status: 200, act: drip(head(200), ' ') },
  { name: 'has a body without end', status: 200, act: flood(head(200), BODY_FLOOD) },
  {
    name: 'has trailers without end',
    status: 200,
    act: flood(`${head(200, ['Transfer-Encoding: chunked'])}2${CRLF}{}${CRLF}0${CRLF}`, HEADER_FLOOD),
  },
  {
    name: 'has a gzip bomb',
    status: 200,
    act: (socket) => {
      socket.write(head(200, ['Content-Encoding: gzip', `Content-Length: ${BOMB.length}`]));
      socket.write(BOMB);
    },
  },
  {
    name: 'answers, and garbage later',
    status: 200,
    act: (socket) =>
      socket.write(`${head(200, ['Content-Length: 3'])}[7]`, () =>
        setTimeout(() => socket.write('garbage\r\n\r\n'), 20),
      ),
  },
];
