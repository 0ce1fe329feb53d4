import { z } from 'zod';
import type { Callee, Line } from '../carrier/callee-config.ts';
import { requestJson } from './request-json.ts';

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
  async registerCallee(number: string, callee: Pick<Callee, 'script' | 'interactive'>): Promise<void> {
    const url = new URL(`${this.#url}/simulator/callees/${encodeURIComponent(number)}`);
    await requestJson({ method: 'PUT', url, body: callee, answer: z.unknown() });
  }

  /** Has the interactive callee of a call do something. */
  async say(sid: string, line: Line): Promise<void> {
    const url = new URL(`${this.#url}/simulator/calls/${sid}/say`);
    await requestJson({ method: 'POST', url, body: line, answer: z.unknown() });
  }
}
