import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Table } from '../../../lambdas/store/table/table.ts';

/** An HTTP server between a function and DynamoDB, which throttles operations that a test names. */
export class ThrottledTable {
  /** Whether an operation (`UpdateItem` …) is throttled now. */
  throttles: (operation: string) => boolean = throttlesNothing;
  /** The number of refused requests. */
  refused = 0;
  readonly #behind: Table;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(behind: Table) {
    this.#behind = behind;
  }

  /** Ends the throttling. */
  recover(): void {
    this.throttles = throttlesNothing;
    this.refused = 0;
  }

  /** Starts it. Returns its URL. */
  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const target = String(request.headers['x-amz-target']);
    if (this.throttles(target.split('.')[1] ?? '')) {
      this.refused += 1;
      const __type = ERRORS[this.refused % ERRORS.length];
      response.writeHead(400, TYPE).end(JSON.stringify({ __type, message: 'Too many requests.' }));
      return;
    }
    const { protocol, hostname, port } = await this.#behind.client.config.endpoint!();
    const answer = await fetch(`${protocol}//${hostname}:${port}/`, {
      method: 'POST',
      headers: { ...TYPE, 'x-amz-target': target, authorization: request.headers.authorization ?? '' },
      body: Buffer.concat(chunks),
    });
    response.writeHead(answer.status, TYPE).end(Buffer.from(await answer.arrayBuffer()));
  }
}

const throttlesNothing = () => false;

const TYPE = { 'content-type': 'application/x-amz-json-1.0' };

/** DynamoDB's errors when the table, or the account's request rate, is exhausted. */
const ERRORS = [
  'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
  'com.amazon.coral.availability#ThrottlingException',
];
