import type { ServerResponse } from 'node:http';
import { Peer } from '../peer.ts';

/** A context endpoint of a user. */
export class ContextServer extends Peer {
  /** Paths with queries of its requests. */
  readonly asked: string[] = [];

  constructor(answer: (path: string, response: ServerResponse) => void) {
    super(({ target }, response) => {
      this.asked.push(target);
      answer(target.split('?')[0] ?? '', response);
    });
  }

  /** The number of requests at a path. */
  countAt(path: string): number {
    return this.asked.filter((url) => url.startsWith(`${path}?`)).length;
  }
}
