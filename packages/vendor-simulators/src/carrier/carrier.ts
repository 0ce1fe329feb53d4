import { type RunningServer, startHttpServer } from '../http/http-server.ts';
import { Accounts } from './accounts/accounts.ts';
import { FaultBook } from './accounts/faults.ts';
import { Callees } from './callees/callees.ts';
import { controlRoutes } from './control.ts';
import { runCall } from './program/run-call.ts';
import { restRoutes } from './rest.ts';
import type { Call } from './state/call.ts';
import type { CarrierContext, OpenConference } from './state/context.ts';
import { Numbers } from './state/numbers.ts';
import { Recordings } from './state/recordings.ts';

export interface CarrierOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** The first account; the control API opens further ones. */
  readonly accountSid: string;
  /** The REST API's password, and the key of every signature. */
  readonly authToken: string;
  /** Refuse calls from numbers that the account does not hold, unless an account overrides it. */
  readonly verifyCallerId?: boolean;
  /** Multiplies durations: 1, the default, is real time; 0 is immediate. */
  readonly pace?: number;
}

/** Starts a simulated telephone carrier with the vendor's REST API, callbacks and conversation relay, and `/simulator`. */
export async function startCarrier(options: CarrierOptions): Promise<RunningServer> {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  let url = '';
  const context: CarrierContext = {
    get url() {
      return url;
    },
    accounts: new Accounts(options),
    pace: options.pace ?? 1,
    calls: new Map<string, Call>(),
    numbers: new Numbers(),
    faults: new FaultBook(),
    recordings: new Recordings(),
    conferences: new Map<string, OpenConference>(),
    callees: new Callees(),
    closing: closing.signal,
    start: (call) => {
      context.calls.set(call.sid, call);
      call.log.add({ type: 'state', status: call.status });
      const life = runCall(context, call)
        .catch((error: unknown) => {
          if (!closing.signal.aborted) throw error;
        })
        .finally(() => running.delete(life));
      running.add(life);
    },
  };
  const server = await startHttpServer(options.port ?? 0, [
    ...restRoutes(context),
    ...controlRoutes(context),
  ]);
  url = server.url;
  return {
    url,
    close: async () => {
      closing.abort();
      await Promise.all(running);
      await server.close();
    },
  };
}
