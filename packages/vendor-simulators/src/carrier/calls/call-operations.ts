import { answerJson, type Exchange } from '../../http/http-server.ts';
import type { AccountOperation } from '../accounts/account-route.ts';
import type { Account } from '../accounts/accounts.ts';
import { parseCallRequest, parseProgram } from '../requests/call-request.ts';
import type { Program } from '../requests/program.ts';
import { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';
import { API_VERSION } from '../vendor-api/api-version.ts';
import { pageOf } from '../vendor-api/page.ts';
import { rfc2822 } from '../vendor-api/rfc2822.ts';
import { VendorError } from '../vendor-api/vendor-error.ts';
import { findCall } from './find-call.ts';

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

function listCalls(calls: Iterable<Call>, url: URL): Record<string, unknown> {
  const matching = [...calls].filter((call) => matches(call, url.searchParams)).reverse();
  const [page, links] = pageOf(matching, url);
  return { calls: page.map(callResource), ...links };
}

function matches(call: Call, query: URLSearchParams): boolean {
  const isEqual = (name: string, value: string) => !query.has(name) || query.get(name) === value;
  if (!isEqual('To', call.request.to) || !isEqual('From', call.request.from)) return false;
  // The vendor's times have whole seconds; a queued call counts by its creation.
  const started = Math.floor((call.startedAt ?? call.createdAt).getTime() / 1000) * 1000;
  const after = query.get('StartTime>');
  return after === null || started >= Math.floor(time(after) / 1000) * 1000;
}

function time(value: string): number {
  const parsed = Date.parse(value);
  if (Number.isNaN(parsed)) throw new VendorError(400, 20001, `Invalid StartTime: ${value}`);
  return parsed;
}

/** A call as the vendor's REST API shows it. */
function callResource(call: Call): Record<string, unknown> {
  const uri = `/${API_VERSION}/Accounts/${call.account.sid}/Calls/${call.sid}`;
  return {
    sid: call.sid,
    account_sid: call.account.sid,
    parent_call_sid: call.parent?.sid ?? null,
    to: call.request.to,
    from: call.request.from,
    status: call.status,
    direction: call.direction,
    duration: call.endedAt ? String(call.durationSeconds) : null,
    date_created: rfc2822(call.createdAt),
    date_updated: rfc2822(call.endedAt ?? call.answeredAt ?? call.startedAt ?? call.createdAt),
    start_time: call.startedAt ? rfc2822(call.startedAt) : null,
    end_time: call.endedAt ? rfc2822(call.endedAt) : null,
    answered_by: call.verdict?.AnsweredBy ?? null,
    api_version: API_VERSION,
    price: null,
    price_unit: 'USD',
    uri: `${uri}.json`,
  };
}
