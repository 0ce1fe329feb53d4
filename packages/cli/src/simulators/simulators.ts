import type { CalleeInput, Line } from 'vendor-simulators/carrier/callees/callee-config.ts';
import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { z } from 'zod';
import { CommandError } from '../errors.ts';
import { poll } from '../poll.ts';
import type { Connection } from '../settings/connection-file.ts';
import { requestJson } from './request-json.ts';

/** Milliseconds to wait until no other command has reserved the number. */
const FREE_WITHIN_MS = 30_000;
const POLL_MS = 100;

const bound = z.object({ id: z.string().nullable() });
const received = z.object({ sid: z.string() });
const added = z.object({ id: z.string() });

/** The simulated vendors' control APIs: of callees, and of the model's rules and knowledge. */
export class Simulators {
  readonly #carrier: string;
  readonly #model: string;
  readonly #knowledge: string;

  constructor(urls: Pick<Connection, 'carrier_url' | 'model_url' | 'vector_database_url'>) {
    this.#carrier = `${urls.carrier_url.replace(/\/+$/, '')}/simulator`;
    // The URL is the base of the model's API.
    this.#model = `${new URL(urls.model_url).origin}/simulator`;
    this.#knowledge = `${urls.vector_database_url}/simulator`;
  }

  /** The URL of a call's event stream. */
  eventsUrl(sid: string): URL {
    return new URL(`${this.#carrier}/calls/${sid}/events`);
  }

  /** Sets the callee of only the next call to a number. Resolves with a function that releases the number. */
  async bindNext(number: string, callee: CalleeInput, signal: AbortSignal): Promise<() => Promise<unknown>> {
    const url = new URL(`${this.#carrier}/callees/${encodeURIComponent(number)}/next`);
    const bind = async () =>
      (await requestJson({ method: 'POST', url, body: callee, answer: bound })).id ?? undefined;
    const id = await poll(bind, { withinMs: FREE_WITHIN_MS, everyMs: POLL_MS, signal });
    if (id === undefined)
      throw new CommandError(`Another command is about to call ${number}: name another number with --to.`);
    return () => remove(url, id);
  }

  /** Calls a number of the service as this caller. Returns the carrier's id of the call. */
  async callUp(call: {
    readonly from: string;
    readonly to: string;
    readonly callee: CalleeInput;
  }): Promise<string> {
    const url = new URL(`${this.#carrier}/calls`);
    return (await requestJson({ method: 'POST', url, body: call, answer: received })).sid;
  }

  /** Sends an action of a call's interactive callee. */
  async say(sid: string, line: Line): Promise<void> {
    const url = new URL(`${this.#carrier}/calls/${sid}/say`);
    await requestJson({ method: 'POST', url, body: line, answer: z.unknown() });
  }

  /** Adds rules of the scripted model before all others. Resolves with a function that removes them. */
  async addRules(rules: readonly RuleInput[]): Promise<() => Promise<unknown>> {
    const url = new URL(`${this.#model}/rules`);
    const { id } = await requestJson({ method: 'PUT', url, body: rules, answer: added });
    return () => remove(url, id);
  }

  /** Fills an index of the vector database; `key` is the API key that its searches must carry. */
  async fillIndex(index: string, key: string, passages: readonly string[]): Promise<void> {
    const url = new URL(`${this.#knowledge}/indexes/${index}`);
    await requestJson({ method: 'PUT', url, body: { api_key: key, passages }, answer: z.unknown() });
  }
}

const remove = (url: URL, id: string) =>
  requestJson({ method: 'DELETE', url: new URL(`${url}/${id}`), answer: z.unknown() });
