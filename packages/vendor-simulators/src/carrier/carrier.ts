import type { Route } from '../http/http-server.ts';
import { answerJson, type RunningServer, startHttpServer } from '../http/http-server.ts';
import type { AccountOperation } from './accounts/account-route.ts';
import { accountRoute, credentialsRoute } from './accounts/account-route.ts';
import type { Account } from './accounts/accounts.ts';
import { Accounts } from './accounts/accounts.ts';
import { FaultBook } from './accounts/faults.ts';
import { Callees } from './callees/callees.ts';
import { callOperations } from './calls/call-operations.ts';
import { controlRoutes } from './control.ts';
import { numberOperations } from './numbers/number-operations.ts';
import { runCall } from './program/run-call.ts';
import { recordingOperations } from './recordings/recording-operations.ts';
import type { Call } from './state/call.ts';
import type { CarrierContext, OpenConference } from './state/context.ts';
import { Numbers } from './state/numbers.ts';
import { Recordings } from './state/recordings.ts';
import { API_VERSION } from './vendor-api/api-version.ts';
import { rfc2822 } from './vendor-api/rfc2822.ts';
import { notFound, VendorError } from './vendor-api/vendor-error.ts';

export interface CarrierOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** The first account; the control API opens further ones. */
  readonly accountSid: string;
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

/** The vendor's REST API, and its pricing API, which has another host at the vendor. */
function restRoutes(context: CarrierContext): Route[] {
  const operations = [
    accountItself,
    ...callOperations(context),
    ...numberOperations(context),
    ...recordingOperations(context),
  ];
  return [...operations.map((operation) => accountRoute(context, operation)), numberPrices(context)];
}

/** `GET /2010-04-01/Accounts/{sid}.json`: the account itself, whatever its state. */
const accountItself: AccountOperation = {
  method: 'GET',
  path: '',
  handle: ({ response }, account) => answerJson(response, 200, accountResource(account)),
};

function accountResource({ sid, authToken, status, createdAt }: Account): Record<string, unknown> {
  const date = rfc2822(createdAt);
  return {
    sid,
    owner_account_sid: sid,
    friendly_name: `Account ${sid}`,
    auth_token: authToken,
    status,
    type: 'Full',
    date_created: date,
    date_updated: date,
    uri: `/${API_VERSION}/Accounts/${sid}.json`,
  };
}

/** The vendor's list prices of numbers per month. The simulated carrier sells US numbers. */
const PRICES = [
  { number_type: 'local', base_price: '1.15', current_price: '1.15' },
  { number_type: 'toll free', base_price: '2.15', current_price: '2.15' },
];

/** The prices of a country's numbers per month: https://www.twilio.com/docs/phone-numbers/pricing */
const numberPrices = (context: CarrierContext): Route =>
  credentialsRoute(context, {
    method: 'GET',
    path: /^\/v1\/PhoneNumbers\/Countries\/(?<country>[^/]+)$/,
    handle: ({ params, url, response }, account) => {
      if (context.faults.of(account).prices === 'refuse') throw new VendorError(401, 20003, 'Authenticate');
      if (params.country !== 'US') throw notFound(url);
      answerJson(response, 200, {
        country: 'United States',
        iso_country: 'US',
        phone_number_prices: PRICES,
        price_unit: 'USD',
        url: 'https://pricing.twilio.com/v1/PhoneNumbers/Countries/US',
      });
    },
  });
