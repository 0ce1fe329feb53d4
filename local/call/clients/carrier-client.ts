import type { CalleeInput, Line } from 'vendor-simulators/carrier/callees/callee-config.ts';
import { z } from 'zod';
import { requestJson } from './request-json.ts';

const received = z.object({ sid: z.string() });

/** The control API of the simulated carrier: configures callees and sends their words. */
export class CarrierClient {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url.replace(/\/+$/, '');
  }

  /** The URL of a call's event stream. */
  eventsUrl(sid: string): URL {
    return new URL(`${this.#url}/simulator/calls/${sid}/events`);
  }

  /** Configures the callee of a number. */
  async registerCallee(number: string, callee: CalleeInput): Promise<void> {
    const url = new URL(`${this.#url}/simulator/callees/${encodeURIComponent(number)}`);
    await requestJson({ method: 'PUT', url, body: callee, answer: z.unknown() });
  }

  /**
   * Calls a number of the service from another number, with the behaviour configured for that one. Returns the
   * carrier's id of the call.
   */
  async callUp(numbers: { readonly from: string; readonly to: string }): Promise<string> {
    const url = new URL(`${this.#url}/simulator/calls`);
    const { sid } = await requestJson({ method: 'POST', url, body: numbers, answer: received });
    return sid;
  }

  /** Makes the interactive callee of a call do something. */
  async say(sid: string, line: Line): Promise<void> {
    const url = new URL(`${this.#url}/simulator/calls/${sid}/say`);
    await requestJson({ method: 'POST', url, body: line, answer: z.unknown() });
  }
}
