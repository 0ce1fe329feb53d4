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

/** An answer in its wire format. */
function answer(
  status: number | string,
  headers: readonly string[] = [],
  body: string | Buffer = '',
): Buffer {
  const head = [`HTTP/1.1 ${status} Some Words`, ...headers].join(CRLF);
  return Buffer.concat([Buffer.from(`${head}${CRLF}${CRLF}`, 'latin1'), Buffer.from(body)]);
}

const json = (body: string | Buffer, headers: readonly string[] = []) =>
  answer(
    200,
    ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ...headers],
    body,
  );

const write =
  (...parts: readonly (string | Buffer)[]) =>
  (socket: Socket) => {
    for (const part of parts) socket.write(part);
  };

/**
 * Writes many bytes repeatedly until the client closes the connection. Several of these run at once, so each yields to
 * the others.
 */
const flood = (first: string | Buffer, more: string | Buffer) => (socket: Socket) => {
  socket.write(first);
  const timer = setInterval(() => {
    if (!socket.writableNeedDrain) socket.write(more);
  }, 10);
  socket.on('close', () => clearInterval(timer));
};

/** Writes a few bytes repeatedly until the client closes the connection. */
const drip =
  (first: string, more: string, everyMs = 100) =>
  (socket: Socket) => {
    socket.write(first);
    let at = 0;
    const timer = setInterval(() => {
      socket.write(more[at++ % more.length] ?? '');
    }, everyMs);
    socket.on('close', () => clearInterval(timer));
  };

const DEEP = '['.repeat(30_000) + ']'.repeat(30_000);
const CHUNKED = answer(200, ['Content-Type: application/json', 'Transfer-Encoding: chunked']);
const BOMB = gzipSync(Buffer.alloc(64 * 2 ** 20, ' '));
const HEADER_FLOOD = `X-More: ${'x'.repeat(1_000)}${CRLF}`.repeat(16);

const upgrade = (protocol: string) => answer(101, [`Upgrade: ${protocol}`, 'Connection: Upgrade']);

const SILENT: readonly BadPeerKind[] = [
  { name: 'closes the connection at once', atOnce: true, act: (socket) => socket.end() },
  { name: 'resets the connection at once', atOnce: true, act: (socket) => socket.resetAndDestroy() },
  { name: 'takes the request and resets', act: (socket) => socket.resetAndDestroy() },
  { name: 'never answers', act: () => undefined },
];

const INFORMATIONAL: readonly BadPeerKind[] = [
  { name: 'switches protocols to WebSocket (101)', act: write(upgrade('websocket')) },
  { name: 'switches protocols and floods', act: flood(upgrade('websocket'), Buffer.alloc(65_536, 'x')) },
  { name: 'answers 101 without saying to what', act: write(answer(101)) },
  {
    name: 'floods with 103 Early Hints',
    act: flood('', answer(103, ['Link: </x>']).toString().repeat(200)),
  },
  { name: 'says 102 Processing again and again', act: drip('', answer(102).toString(), 20) },
];

const HEADERS: readonly BadPeerKind[] = [
  {
    name: 'resets within its headers',
    act: (socket) => socket.write('HTTP/1.1 200 OK\r\nX-A: ', () => socket.resetAndDestroy()),
  },
  { name: 'drips its headers', act: drip('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n') },
  { name: 'has headers without end', act: flood('HTTP/1.1 200 OK\r\n', HEADER_FLOOD) },
  {
    name: 'has a header of a megabyte',
    act: write(`HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(2 ** 20)}\r\n\r\n`),
  },
  {
    name: 'has 5,000 headers',
    act: write(
      answer(
        200,
        Array.from({ length: 5_000 }, (_, at) => `X-${at}: y`),
      ),
    ),
  },
  { name: 'answers status 099', act: write(answer('099', ['Content-Length: 2'], '{}')) },
];

const LENGTHS: readonly BadPeerKind[] = [
  {
    name: 'says a length that is too long and waits',
    status: 200,
    act: write(answer(200, ['Content-Length: 100'], '{}')),
  },
  {
    name: 'says a length that is too short',
    status: 200,
    act: write(answer(200, ['Content-Length: 1'], '{"a":"b"}')),
  },
  {
    name: 'says a length beyond all numbers',
    act: write(answer(200, [`Content-Length: ${'9'.repeat(40)}`], '{}')),
  },
  {
    name: 'says a length and chunks',
    act: write(answer(200, ['Content-Length: 2', 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n')),
  },
];

const BODIES: readonly BadPeerKind[] = [
  {
    name: 'resets within its body',
    status: 200,
    act: (socket) =>
      socket.write(answer(200, ['Content-Length: 9'], '{'), () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      ),
  },
  { name: 'drips its body', status: 200, act: drip(answer(200).toString(), ' ') },
  {
    name: 'has a body without end',
    status: 200,
    act: flood(answer(200, ['Content-Type: application/json']), Buffer.alloc(65_536, ' ')),
  },
  {
    name: 'has an event stream without end or line break',
    status: 200,
    act: flood(answer(200, ['Content-Type: text/event-stream']), Buffer.alloc(65_536, 'x')),
  },
  { name: 'has chunks of garbage', status: 200, act: write(CHUNKED, 'zz\r\n{}\r\n') },
  { name: 'has a chunk of 16 exabytes', status: 200, act: write(CHUNKED, 'FFFFFFFFFFFFFFFF\r\n{}') },
  {
    name: 'has a chunk extension without end',
    status: 200,
    act: flood(Buffer.concat([CHUNKED, Buffer.from('2;')]), 'x'.repeat(16_384)),
  },
  {
    name: 'has trailers without end',
    status: 200,
    act: flood(Buffer.concat([CHUNKED, Buffer.from('2\r\n{}\r\n0\r\n')]), HEADER_FLOOD),
  },
  { name: 'has a gzip bomb', status: 200, act: write(json(BOMB, ['Content-Encoding: gzip'])) },
  { name: 'has gzip that is none', status: 200, act: write(json('[7]', ['Content-Encoding: gzip'])) },
  { name: 'has a body with 204', status: 204, act: write(answer(204, ['Content-Length: 2'], '{}')) },
  { name: 'answers NUL bytes', status: 200, act: write(json('\0\0\0\0')) },
  {
    name: 'answers text that is no UTF-8',
    status: 200,
    act: write(json(Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22]))),
  },
  { name: 'answers JSON that is 30,000 deep', status: 200, act: write(json(DEEP)) },
  {
    name: 'answers an object around JSON that is 30,000 deep',
    status: 200,
    act: write(json(`{"result":${DEEP}}`)),
  },
  {
    name: 'answers numbers beyond all numbers',
    status: 200,
    act: write(json(`[1e999,-1e999,${'9'.repeat(10_000)}]`)),
  },
  {
    name: 'answers keys that mean something in JavaScript',
    status: 200,
    act: write(json('[{"__proto__":{"a":1},"constructor":{"prototype":{}}}]')),
  },
];

const PROTOCOL: readonly BadPeerKind[] = [
  { name: 'redirects to itself', status: 302, act: write(answer(302, ['Location: /', 'Content-Length: 0'])) },
  {
    name: 'redirects to a private address',
    status: 307,
    act: write(answer(307, ['Location: http://169.254.169.254/latest/', 'Content-Length: 0'])),
  },
  { name: 'answers as in HTTP/0.9', act: (socket) => socket.end('{"result":"ok"}\n') },
  { name: 'speaks TLS where plain text was asked for', act: write(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])) },
  { name: 'answers a second time', status: 200, act: write(json('[7]'), json('{"result":"second"}')) },
  {
    name: 'answers, and garbage later',
    status: 200,
    act: (socket) => socket.write(json('[7]'), () => setTimeout(() => socket.write('garbage\r\n\r\n'), 20)),
  },
  {
    name: 'promises to keep the connection and closes it',
    status: 200,
    act: (socket) =>
      socket.end(json('[7]', ['Connection: keep-alive', 'Keep-Alive: timeout=999999, max=-1'])),
  },
];

const TLS: readonly BadPeerKind[] = [
  {
    name: 'answers plain text where TLS was asked for',
    scheme: 'https',
    atOnce: true,
    act: write(json('[7]')),
  },
  { name: 'says nothing in the TLS handshake', scheme: 'https', atOnce: true, act: () => undefined },
];

/** Ways in which an HTTP peer can be bad. */
export const BAD_PEER_KINDS: readonly BadPeerKind[] = [
  ...SILENT,
  ...INFORMATIONAL,
  ...HEADERS,
  ...LENGTHS,
  ...BODIES,
  ...PROTOCOL,
  ...TLS,
];
