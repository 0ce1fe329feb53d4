import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { readBody } from '../../src/aws/protocol/read-body.ts';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A connection to a server, on which the request is written that the server reads the body of. */
async function sending(head: string) {
  const read = Promise.withResolvers<string>();
  const server = createServer((message) => {
    readBody(message).then((body) => read.resolve(body.toString()), read.reject);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  closing.push(() => {
    socket.destroy();
    server.close();
  });
  await once(socket, 'connect');
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`);
  return { socket, read: read.promise };
}

it('gives a body that comes in parts, with characters across them', async () => {
  const { socket, read } = await sending('Transfer-Encoding: chunked');
  const euro = Buffer.from('€');

  for (const part of [Buffer.from('{"price":"5 '), euro.subarray(0, 1), euro.subarray(1), Buffer.from('"}')])
    socket.write(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]));
  socket.write('0\r\n\r\n');

  await expect(read).resolves.toBe('{"price":"5 €"}');
});

it('is empty without a body', async () => {
  const { read } = await sending('Content-Length: 0');

  await expect(read).resolves.toBe('');
});

it('rejects if the client disconnects before the end', async () => {
  const { socket, read } = await sending('Content-Length: 100');

  socket.end('only this');

  await expect(read).rejects.toThrow('aborted');
});
