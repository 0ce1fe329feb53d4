import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { HttpError } from '../http/http-error.ts';
import { answerJson, type Exchange, type Route } from '../http/http-server.ts';
import { parseJsonBody } from '../http/parse-json-body.ts';
import type { Accounts } from './accounts/accounts.ts';
import { accountStatuses } from './accounts/accounts.ts';
import { type FaultBook, faultsSchema } from './accounts/faults.ts';
import { namedAccount } from './accounts/named-account.ts';
import { calleeSchema, lineSchema } from './callees/callee-config.ts';
import { callDetails, callSummary } from './calls/call-view.ts';
import { inboundControl } from './calls/inbound.ts';
import { numberControl } from './numbers/number-control.ts';
import type { Call } from './state/call.ts';
import type { CarrierContext } from './state/context.ts';
import { pathNumber } from './vendor-api/path-number.ts';

const CALLEE = /^\/simulator\/callees\/(?<number>[^/]+)$/;
const CALLS = /^\/simulator\/calls\/?$/;
const CALL = /^\/simulator\/calls\/(?<sid>[^/]+)$/;
const SAY = /^\/simulator\/calls\/(?<sid>[^/]+)\/say$/;
const EVENTS = /^\/simulator\/calls\/(?<sid>[^/]+)\/events$/;

/** The control API: sets the carrier's behaviour, and shows the log of each call. */
export function controlRoutes(context: CarrierContext): Route[] {
  return [
    ...accountControl(context.accounts),
    ...numberControl(context),
    ...faultControl(context),
    ...inboundControl(context),
    { method: 'PUT', path: CALLEE, handle: (exchange) => putCallee(context, exchange) },
    {
      method: 'GET',
      path: CALLS,
      handle: ({ url, response }) => {
        const to = url.searchParams.get('to');
        const calls = [...context.calls.values()].filter((call) => to === null || call.request.to === to);
        answerJson(response, 200, calls.reverse().map(callSummary));
      },
    },
    {
      method: 'GET',
      path: CALL,
      handle: (exchange) => answerJson(exchange.response, 200, callDetails(findCall(context, exchange))),
    },
    { method: 'POST', path: SAY, handle: (exchange) => say(context, exchange) },
    {
      method: 'GET',
      path: EVENTS,
      handle: (exchange) => streamEvents(findCall(context, exchange), exchange.response),
    },
  ];
}

function putCallee(context: CarrierContext, exchange: Exchange): void {
  const number = pathNumber(exchange);
  const callee = parseJsonBody(exchange.body, calleeSchema);
  context.callees.put(number, callee);
  answerJson(exchange.response, 200, callee);
}

function say(context: CarrierContext, exchange: Exchange): void {
  const call = findCall(context, exchange);
  const line = parseJsonBody(exchange.body, lineSchema);
  if (!call.callee.interactive) {
    throw new HttpError(409, { message: 'The callee follows a script. Set "interactive" to speak for it.' });
  }
  if (call.over.aborted) throw new HttpError(409, { message: `The call is over: ${call.status}.` });
  call.lines.push(line);
  answerJson(exchange.response, 202, line);
}

function findCall(context: CarrierContext, { params }: Exchange): Call {
  const call = context.calls.get(params.sid ?? '');
  if (!call) throw new HttpError(404, { message: `There is no call ${params.sid}.` });
  return call;
}

/** Server-sent events from the beginning of the call to its end. */
function streamEvents(call: Call, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const stop = call.log.follow((event) => {
    response.write(`id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`);
    if (event.type === 'end') response.end();
  });
  response.on('close', stop);
}

const bodySchema = z.strictObject({ ...faultsSchema.shape, account_sid: z.string().optional() });

/** `PUT /simulator/faults` sets faults of one account or all; missing ones are reset. */
function faultControl({
  accounts,
  faults,
}: {
  readonly accounts: Accounts;
  readonly faults: FaultBook;
}): Route[] {
  return [
    {
      method: 'PUT',
      path: /^\/simulator\/faults$/,
      handle: ({ body, response }) => {
        const { account_sid: sid, ...wanted } = parseJsonBody(body, bodySchema);
        faults.set(wanted, sid === undefined ? undefined : namedAccount(accounts, sid));
        answerJson(response, 200, wanted);
      },
    },
  ];
}

const accountSchema = z.strictObject({
  /** The primary token, which signs. */
  auth_token: z.string().min(1),
  /** A second token that the REST API also accepts. By default there is none. */
  secondary_auth_token: z.string().min(1).optional(),
  /** Refuse calls from numbers that the account does not hold. By default the carrier's setting. */
  verify_caller_id: z.boolean().optional(),
  status: z.enum(accountStatuses).optional(),
});

/** `PUT /simulator/accounts/{sid}` opens or changes an account. */
function accountControl(accounts: Accounts): Route[] {
  return [
    {
      method: 'PUT',
      path: /^\/simulator\/accounts\/(?<sid>[^/]+)$/,
      handle: (exchange) => putAccount(accounts, exchange),
    },
  ];
}

function putAccount(accounts: Accounts, { params, body, response }: Exchange): void {
  const sid = params.sid ?? '';
  const wanted = parseJsonBody(body, accountSchema);
  const isKnown = accounts.get(sid) !== undefined;
  if (!isKnown && !/^AC[0-9a-f]{32}$/i.test(sid)) {
    throw new HttpError(422, { message: `"${sid}" is not AC and 32 hexadecimal digits.` });
  }
  const { auth_token: authToken, verify_caller_id: verifyCallerId, status } = wanted;
  const secondaryAuthToken = wanted.secondary_auth_token;
  accounts.put({ accountSid: sid, authToken, secondaryAuthToken, verifyCallerId, status });
  answerJson(response, isKnown ? 200 : 201, { sid });
}
