import * as z from 'zod';
import { Peer } from '../peer.ts';

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
export class EventBus extends Peer {
  /** The accepted events, in order. */
  taken: Published[] = [];
  /** The number of entries of each request. */
  requests: number[] = [];
  /** Whether the bus refuses an entry now. */
  refuses: (event: Published) => boolean = takesAll;

  constructor() {
    super(({ text }, response) => {
      const { Entries } = putEvents.parse(JSON.parse(text));
      const answers = Entries.map(({ Detail }) => this.#take(JSON.parse(Detail)));
      this.requests.push(Entries.length);
      const FailedEntryCount = answers.filter((answer) => 'ErrorCode' in answer).length;
      response
        .writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
        .end(JSON.stringify({ FailedEntryCount, Entries: answers }));
    });
  }

  /** Resets the bus; it accepts everything. */
  begin(): void {
    this.taken = [];
    this.requests = [];
    this.refuses = takesAll;
  }

  #take(event: Published) {
    if (this.refuses(event)) return { ErrorCode: 'ThrottlingException', ErrorMessage: 'Rate exceeded.' };
    this.taken.push(event);
    return { EventId: event.id };
  }
}
