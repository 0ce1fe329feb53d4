import type { ServerResponse } from 'node:http';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { Peer, type PeerRequest } from '../peers/peer.ts';

/** An HTTP server between a function and DynamoDB, which throttles operations that a test names. */
export class ThrottledTable extends Peer {
  /** Whether an operation (`UpdateItem` …) is throttled now. */
  throttles: (operation: string) => boolean = throttlesNothing;
  /** The number of refused requests. */
  refused = 0;
  readonly #behind: Table;

  constructor(behind: Table) {
    super((request, response) => this.#answer(request, response));
    this.#behind = behind;
  }

  /** Ends the throttling. */
  recover(): void {
    this.throttles = throttlesNothing;
    this.refused = 0;
  }

  async #answer({ headers, text }: PeerRequest, response: ServerResponse): Promise<void> {
    const target = String(headers['x-amz-target']);
    if (this.throttles(target.split('.')[1] ?? '')) {
      this.refused += 1;
      const __type = ERRORS[this.refused % ERRORS.length];
      response.writeHead(400, TYPE).end(JSON.stringify({ __type, message: 'Too many requests.' }));
      return;
    }
    const { protocol, hostname, port } = await this.#behind.client.config.endpoint!();
    const answer = await fetch(`${protocol}//${hostname}:${port}/`, {
      method: 'POST',
      headers: { ...TYPE, 'x-amz-target': target, authorization: headers.authorization ?? '' },
      body: text,
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
