import { expect, vi } from 'vitest';
import type { LoggedEvent } from '../../src/carrier/calls/event-log.ts';
import { type Application, accountSid, authToken } from './application.ts';

export const callee = '+15550100200';
const caller = '+15550100300';
/** A number of an account. */
export const ownNumber = '+14155550100';

export interface CallDetails {
  sid: string;
  status: string;
  finished: boolean;
  transcript: { speaker: string; text: string; interrupted?: boolean }[];
  events: LoggedEvent[];
}

/** A client of a simulated carrier: the application's REST API and the control API. */
export class Client {
  readonly url: string;
  /** The URL of the account. */
  readonly accountUrl: string;
  readonly callsUrl: string;
  readonly headers: Record<string, string>;

  constructor(url: string) {
    this.url = url;
    this.accountUrl = `${url}/2010-04-01/Accounts/${accountSid}`;
    this.callsUrl = `${this.accountUrl}/Calls`;
    const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
    this.headers = { authorization: `Basic ${credentials}` };
  }

  post(url: string, form: Record<string, string> | [string, string][]): Promise<Response> {
    return fetch(url, { method: 'POST', headers: this.headers, body: new URLSearchParams(form) });
  }

  async get<T>(url: string): Promise<T> {
    return (await fetch(url, { headers: this.headers })).json() as Promise<T>;
  }

  /** Places a call to the callee with all callbacks. Returns its sid. */
  async place(application: Application, overrides: Record<string, string> = {}): Promise<string> {
    const response = await this.post(`${this.callsUrl}.json`, [
      ...Object.entries({
        To: callee,
        From: '+15550100100',
        Url: `${application.url}/twiml`,
        StatusCallback: `${application.url}/status`,
        ...overrides,
      }),
      ...['initiated', 'ringing', 'answered', 'completed'].map((event): [string, string] => [
        'StatusCallbackEvent',
        event,
      ]),
    ]);
    expect(response.status).toBe(201);
    return ((await response.json()) as { sid: string }).sid;
  }

  /** Calls a number of an account. Returns the call's sid. */
  async callIn(behaviour: unknown): Promise<string> {
    const response = await this.control('POST', 'calls', {
      from: caller,
      to: ownNumber,
      callee: behaviour,
    });
    expect(response.status).toBe(201);
    return ((await response.json()) as { sid: string }).sid;
  }

  async setCallee(behaviour: unknown): Promise<void> {
    const response = await this.control('PUT', `callees/${encodeURIComponent(callee)}`, behaviour);
    expect(response.status).toBe(200);
  }

  /** A request to the control API. */
  control(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    const json = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    return fetch(`${this.url}/simulator/${path}`, { method, ...json });
  }

  async details(sid: string): Promise<CallDetails> {
    return this.get(`${this.url}/simulator/calls/${sid}`);
  }

  /** Waits until the call is over and the application has received every callback. */
  finished(sid: string): Promise<CallDetails> {
    return vi.waitFor(
      async () => {
        const details = await this.details(sid);
        expect(details.finished).toBe(true);
        return details;
      },
      { timeout: 30_000, interval: 10 },
    );
  }
}
