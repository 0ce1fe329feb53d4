import { timingSafeEqual } from 'node:crypto';
import { answerJson, type Exchange, type Route } from '../http/http-server.ts';
import { Call, type Program } from './call.ts';
import { checkUrl, parseCallRequest } from './call-request.ts';
import { callResource } from './call-resource.ts';
import { calleeSchema } from './callee-config.ts';
import type { CarrierContext } from './context.ts';
import { listCalls } from './list-calls.ts';
import { VendorError } from './vendor-error.ts';

const CALLS = /^\/2010-04-01\/Accounts\/(?<account>[^/]+)\/Calls\.json$/;
const CALL = /^\/2010-04-01\/Accounts\/(?<account>[^/]+)\/Calls\/(?<sid>[^/]+)\.json$/;
/** Parameters that the vendor knows and this carrier does not act upon: the call's log names them. */
const NOT_SIMULATED = ['Record', 'MachineDetection', 'AsyncAmd', 'SendDigits'];

/** The vendor's REST API for calls. */
export function restRoutes(context: CarrierContext): Route[] {
  const guarded = (method: string, path: RegExp, handle: (exchange: Exchange) => void): Route => ({
    method,
    path,
    handle: (exchange) => {
      authenticate(context, exchange);
      handle(exchange);
    },
  });
  return [
    guarded('POST', CALLS, (exchange) => createCall(context, exchange)),
    guarded('GET', CALLS, ({ url, response }) =>
      answerJson(response, 200, listCalls(context.calls.values(), url)),
    ),
    guarded('GET', CALL, (exchange) =>
      answerJson(exchange.response, 200, callResource(findCall(context, exchange))),
    ),
    guarded('POST', CALL, (exchange) => updateCall(context, exchange)),
  ];
}

function authenticate(context: CarrierContext, { headers, params }: Exchange): void {
  const expected = `Basic ${Buffer.from(`${context.accountSid}:${context.authToken}`).toString('base64')}`;
  const given = Buffer.from(headers.authorization ?? '');
  const isRight = given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
  if (!isRight || params.account !== context.accountSid) throw new VendorError(401, 20003, 'Authenticate');
}

function createCall(context: CarrierContext, { body, response }: Exchange): void {
  const form = new URLSearchParams(body);
  const request = parseCallRequest(form);
  const callee = context.callees.get(request.to) ?? calleeSchema.parse({});
  if (callee.answer === 'reject-request') {
    throw new VendorError(
      400,
      21219,
      `The number ${request.to} is unverified. Trial accounts may only call verified numbers.`,
    );
  }
  const call = new Call(context.accountSid, request, callee);
  context.calls.set(call.sid, call);
  call.log.add({ type: 'state', status: 'queued' });
  for (const name of NOT_SIMULATED.filter((known) => form.has(known))) {
    call.log.add({ type: 'note', message: `The parameter ${name} is accepted and not simulated.` });
  }
  const resource = callResource(call);
  context.start(call);
  if (callee.answer === 'lose-answer') response.socket?.resetAndDestroy();
  else answerJson(response, 201, resource);
}

function findCall(context: CarrierContext, { params, url }: Exchange): Call {
  const call = context.calls.get(params.sid ?? '');
  if (!call) throw new VendorError(404, 20404, `The requested resource ${url.pathname} was not found`);
  return call;
}

function updateCall(context: CarrierContext, exchange: Exchange): void {
  const call = findCall(context, exchange);
  const form = new URLSearchParams(exchange.body);
  const status = form.get('Status');
  const program = parseProgram(form);
  if (status !== null) hangUp(call, status);
  else if (program) redirect(call, program);
  answerJson(exchange.response, 200, callResource(call));
}

/** Before the answer a call is canceled, after it completed: the vendor takes `canceled` only before. */
function hangUp(call: Call, status: string): void {
  if (status !== 'completed' && status !== 'canceled') {
    throw new VendorError(400, 21218, `Invalid Status: ${status}. It must be completed or canceled.`);
  }
  const isAnswered = call.status === 'in-progress';
  if (call.over.aborted || (status === 'canceled' && isAnswered)) throw notInProgress();
  call.end(status);
}

function redirect(call: Call, program: Program): void {
  if (call.status !== 'in-progress') throw notInProgress();
  call.redirect(program);
}

function notInProgress(): VendorError {
  return new VendorError(400, 21220, 'Call is not in-progress. Cannot redirect.');
}

function parseProgram(form: URLSearchParams): Program | undefined {
  const url = form.get('Url');
  const twiml = form.get('Twiml');
  if (url !== null) {
    checkUrl(url, 21205, 'Url');
    return { url, method: form.get('Method')?.toUpperCase() === 'GET' ? 'GET' : 'POST' };
  }
  return twiml === null ? undefined : { twiml };
}
