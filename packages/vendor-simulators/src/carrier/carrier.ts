import { type RunningServer, startHttpServer } from '../http/http-server.ts';
import { untilAborted } from '../http/pause.ts';
import {
  Account,
  accountControl,
  accountItself,
  accountRoute,
  countriesToCall,
  numberPrices,
} from './accounts.ts';
import { Callees } from './callees/callees.ts';
import { callOperations } from './calls/call-operations.ts';
import type { CarrierContext } from './context.ts';
import { callControl } from './control.ts';
import { messageOperations } from './messages/message-operations.ts';
import { numberControl, numberOperations } from './numbers/number-operations.ts';
import { Numbers } from './numbers/numbers.ts';
import { runCall } from './program/run-call.ts';
import { recordingOperations } from './recordings/recording-operations.ts';

export interface CarrierOptions {
  /** The first account; the control API opens further ones. */
  readonly accountSid: string;
  readonly authToken: string;
  /** Multiplies durations: 1, the default, is real time; 0 is immediate. */
  readonly pace?: number | undefined;
}

/** Starts a simulated telephone carrier with the vendor's REST API, callbacks and conversation relay, and `/simulator`. */
export async function startCarrier(options: CarrierOptions): Promise<RunningServer> {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const firstAccount = new Account(options.accountSid, { auth_token: options.authToken });
  let url = '';
  const context: CarrierContext = {
    get url() {
      return url;
    },
    accounts: new Map([[firstAccount.sid, firstAccount]]),
    firstAccount,
    pace: options.pace ?? 1,
    calls: new Map(),
    numbers: new Numbers(),
    recordings: new Map(),
    conferences: new Map(),
    callees: new Callees(),
    closing: closing.signal,
    start: (call) => {
      context.calls.set(call.sid, call);
      call.log.add({ type: 'state', status: call.status });
      const life = untilAborted(closing.signal, () => runCall(context, call)).finally(() =>
        running.delete(life),
      );
      running.add(life);
    },
  };
  const operations = [
    accountItself,
    ...callOperations,
    ...numberOperations,
    ...recordingOperations,
    ...messageOperations,
  ];
  const server = await startHttpServer([
    ...operations.map((operation) => accountRoute(context, operation)),
    numberPrices(context),
    countriesToCall(context),
    ...accountControl(context),
    ...numberControl(context),
    ...callControl(context),
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
