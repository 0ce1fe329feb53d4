import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';

const putEvents = z.object({
  Entries: z.array(z.object({ DetailType: z.string(), Detail: z.string() })),
});

/** An event on the bus. */
export interface Published {
  readonly id: string;
  readonly call_id: string;
  readonly sequence: number;
}

const takesAll = () => false;

/** An HTTP server that speaks EventBridge's PutEvents, and refuses the entries that a test names. */
export class EventBus {
  /** The accepted events, in order. */
  taken: Published[] = [];
  /** The number of entries of each request. */
  requests: number[] = [];
  /** Whether the bus refuses an entry now. */
  refuses: (event: Published) => boolean = takesAll;

  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { Entries } = putEvents.parse(JSON.parse(Buffer.concat(chunks).toString()));
      const answers = Entries.map(({ Detail }) => this.#take(JSON.parse(Detail)));
      this.requests.push(Entries.length);
      const FailedEntryCount = answers.filter((answer) => 'ErrorCode' in answer).length;
      response
        .writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
        .end(JSON.stringify({ FailedEntryCount, Entries: answers }));
    });
  });

  /** Resets the bus; it accepts everything. */
  begin(): void {
    this.taken = [];
    this.requests = [];
    this.refuses = takesAll;
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

  #take(event: Published) {
    if (this.refuses(event)) return { ErrorCode: 'ThrottlingException', ErrorMessage: 'Rate exceeded.' };
    this.taken.push(event);
    return { EventId: event.id };
  }
}
