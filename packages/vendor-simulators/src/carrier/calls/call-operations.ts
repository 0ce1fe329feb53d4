import { answerJson, type Exchange } from '../../http/http-server.ts';
import type { AccountOperation } from '../accounts/account-route.ts';
import type { Account } from '../accounts/accounts.ts';
import { parseCallRequest, parseProgram } from '../requests/call-request.ts';
import type { Program } from '../requests/program.ts';
import { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';
import { VendorError } from '../vendor-api/vendor-error.ts';
import { callResource } from './call-resource.ts';
import { findCall } from './find-call.ts';
import { listCalls } from './list-calls.ts';

/** The calls of an account. */
export function callOperations(context: CarrierContext): AccountOperation[] {
  return [
    {
      method: 'POST',
      path: 'Calls.json',
      handle: (exchange, account) => createCall(context, account, exchange),
    },
    {
      method: 'GET',
      path: 'Calls.json',
      handle: ({ url, response }, account) =>
        answerJson(response, 200, listCalls(callsOf(context, account), url)),
    },
    {
      method: 'GET',
      path: 'Calls/{sid}.json',
      handle: (exchange, account) =>
        answerJson(exchange.response, 200, callResource(findCall(context, account, exchange))),
    },
    {
      method: 'POST',
      path: 'Calls/{sid}.json',
      handle: (exchange, account) => updateCall(findCall(context, account, exchange), exchange),
    },
  ];
}

function callsOf({ calls }: CarrierContext, account: Account): Call[] {
  return [...calls.values()].filter((call) => call.account === account);
}

function createCall(context: CarrierContext, account: Account, { body, response }: Exchange): void {
  const request = parseCallRequest(new URLSearchParams(body));
  const callee = context.callees.at(request.to);
  checkNumbers(context, account, { request, callee });
  const call = new Call({ account, direction: 'outbound-api', request, callee });
  const resource = callResource(call);
  context.start(call);
  if (callee.answer === 'lose-answer') response.socket?.resetAndDestroy();
  else answerJson(response, 201, resource);
}

function checkNumbers(
  { numbers }: CarrierContext,
  account: Account,
  { request: { from, to }, callee }: Pick<Call, 'request' | 'callee'>,
): void {
  if (account.verifiesCallerId && !numbers.isHeldBy(account, from)) {
    const message = `The source phone number provided, ${from}, is not yet verified for your account.`;
    throw new VendorError(400, 21210, message);
  }
  if (callee.answer === 'reject-request') {
    const message = `The number ${to} is unverified. Trial accounts may only call verified numbers.`;
    throw new VendorError(400, 21219, message);
  }
}

function updateCall(call: Call, exchange: Exchange): void {
  const form = new URLSearchParams(exchange.body);
  const status = form.get('Status');
  const program = parseProgram(form);
  if (status !== null) hangUp(call, status);
  else if (program) redirect(call, program);
  answerJson(exchange.response, 200, callResource(call));
}

/** Before the answer a call is canceled, after it completed: the vendor accepts `canceled` only before. */
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
