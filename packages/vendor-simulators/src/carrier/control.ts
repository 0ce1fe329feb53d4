import type { ServerResponse } from 'node:http';
import { HttpError } from '../http/http-error.ts';
import { answerJson, type Exchange, type Route } from '../http/http-server.ts';
import { parseJsonBody } from '../http/parse-json-body.ts';
import { accountControl } from './accounts/account-control.ts';
import { faultControl } from './accounts/fault-control.ts';
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
