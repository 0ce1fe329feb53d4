import type { CalleeInput, Line } from 'vendor-simulators/carrier/callees/callee-config.ts';
import { z } from 'zod';
import { requestJson } from './request-json.ts';

const received = z.object({ sid: z.string() });

/** The simulated carrier's own side: tells it who answers, and speaks for them. */
export class CarrierClient {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url.replace(/\/+$/, '');
  }

  /** Where everything that happens in a call can be followed. */
  eventsUrl(sid: string): URL {
    return new URL(`${this.#url}/simulator/calls/${sid}/events`);
  }

  /** Decides who answers at a number from now on. */
  async registerCallee(number: string, callee: CalleeInput): Promise<void> {
    const url = new URL(`${this.#url}/simulator/callees/${encodeURIComponent(number)}`);
    await requestJson({ method: 'PUT', url, body: callee, answer: z.unknown() });
  }

  /** Has a person call a number that is held; they do what was decided for their own number. Gives the carrier's name for the call. */
  async callUp(numbers: { readonly from: string; readonly to: string }): Promise<string> {
    const url = new URL(`${this.#url}/simulator/calls`);
    const { sid } = await requestJson({ method: 'POST', url, body: numbers, answer: received });
    return sid;
  }

  /** Has the interactive callee of a call do something. */
  async say(sid: string, line: Line): Promise<void> {
    const url = new URL(`${this.#url}/simulator/calls/${sid}/say`);
    await requestJson({ method: 'POST', url, body: line, answer: z.unknown() });
  }
}
