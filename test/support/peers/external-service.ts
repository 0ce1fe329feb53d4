import type { ServerResponse } from 'node:http';
import { Peer, type PeerRequest } from '../peer.ts';

/** A user's service for external actions and contexts; the path determines its answer. */
export class ExternalService extends Peer {
  readonly asked: PeerRequest[] = [];

  constructor(answers: Readonly<Record<string, (response: ServerResponse, request: PeerRequest) => void>>) {
    super((request, response) => {
      this.asked.push(request);
      answers[request.target.split('?')[0] ?? '']?.(response, request);
    });
  }

  /** The requests for a call. */
  askedFor(callId: string): PeerRequest[] {
    return this.asked.filter(({ text }) => text.includes(callId));
  }
}

/** Answers with JSON. */
export const json = (body: unknown) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
