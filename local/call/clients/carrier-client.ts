import { setTimeout as wait } from 'node:timers/promises';
import type { CalleeInput, Line } from 'vendor-simulators/carrier/callees/callee-config.ts';
import { z } from 'zod';
import { CommandError } from './command-error.ts';
import { requestJson } from './request-json.ts';

/** Milliseconds to wait until a number awaits no other call, and between two attempts. */
const FREE_WITHIN_MS = 30_000;
const POLL_MS = 100;

const bound = z.object({ id: z.string().nullable() });
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

  /**
   * Sets the callee of the next call to a number, and of no other. Waits while the number awaits another such call.
   * Resolves with a function that releases the number if the call does not come.
   */
  async bindNext(number: string, callee: CalleeInput, signal: AbortSignal): Promise<() => Promise<unknown>> {
    const url = new URL(`${this.#url}/simulator/callees/${encodeURIComponent(number)}/next`);
    for (const deadline = Date.now() + FREE_WITHIN_MS; Date.now() < deadline; ) {
      const { id } = await requestJson({ method: 'POST', url, body: callee, answer: bound });
      if (id !== null)
        return () => requestJson({ method: 'DELETE', url: new URL(`${url}/${id}`), answer: z.unknown() });
      await wait(POLL_MS, undefined, { signal });
    }
    throw new CommandError(`Another command is about to call ${number}: name another number with --to.`);
  }

  /** Calls a number of the service as this caller. Returns the carrier's id of the call. */
  async callUp(call: {
    readonly from: string;
    readonly to: string;
    readonly callee: CalleeInput;
  }): Promise<string> {
    const url = new URL(`${this.#url}/simulator/calls`);
    const { sid } = await requestJson({ method: 'POST', url, body: call, answer: received });
    return sid;
  }

  /** Makes the interactive callee of a call do something. */
  async say(sid: string, line: Line): Promise<void> {
    const url = new URL(`${this.#url}/simulator/calls/${sid}/say`);
    await requestJson({ method: 'POST', url, body: line, answer: z.unknown() });
  }
}
