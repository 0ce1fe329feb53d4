import { answerJson, type Exchange } from '../../http/http-server.ts';
import type { Account, AccountOperation } from '../accounts.ts';
import type { CarrierContext } from '../context.ts';
import { notFound, pageSize, rfc2822, VendorError } from '../vendor-api.ts';
import { Call } from './call.ts';
import { parseCallRequest, parseProgram } from './call-request.ts';

const LIST = '/Calls.json';
const ONE = '/Calls/{sid}.json';

export const callOperations: readonly AccountOperation<CarrierContext>[] = [
  ['POST', LIST, createCall],
  ['GET', LIST, listCalls],
  ['GET', ONE, (...request) => callResource(findCall(...request))],
  ['POST', ONE, (...request) => updateCall(findCall(...request), request[2])],
];

/** The account's call in the request's path. Throws the vendor's error if there is none. */
export function findCall({ calls }: CarrierContext, account: Account, { params, url }: Exchange): Call {
  const call = calls.get(params.sid ?? '');
  if (call?.account !== account) throw notFound(url);
  return call;
}

function createCall(context: CarrierContext, account: Account, { body, response }: Exchange): void {
  const request = parseCallRequest(new URLSearchParams(body));
  const callee = context.callees.take(request.to, [...context.calls.values()]);
  if (callee.answer === 'reject-request') {
    const message = `The number ${request.to} is unverified. Trial accounts may only call verified numbers.`;
    throw new VendorError(400, 21219, message);
  }
  const call = new Call({ account, direction: 'outbound-api', request, callee });
  const resource = callResource(call);
  context.start(call);
  if (callee.answer === 'lose-answer') response.socket?.resetAndDestroy();
  else answerJson(response, 201, resource);
}

/** Hangs up, or redirects the call: only one that is in progress. */
function updateCall(call: Call, { body }: Exchange) {
  const form = new URLSearchParams(body);
  const status = form.get('Status');
  const program = parseProgram(form);
  if (status !== null && status !== 'completed')
    throw new VendorError(400, 21218, `Invalid Status: ${status}. It must be completed.`);
  if (status === null ? call.status !== 'in-progress' : call.over.aborted)
    throw new VendorError(400, 21220, 'Call is not in-progress. Cannot redirect.');
  if (status !== null) call.end(status);
  else if (program) call.redirect(program);
  return callResource(call);
}

/** The calls that match the filters, the newest first. */
function listCalls({ calls }: CarrierContext, account: Account, { url }: Exchange) {
  const query = url.searchParams;
  const since = query.get('StartTime>');
  const sinceMs = since === null ? 0 : Date.parse(since);
  if (Number.isNaN(sinceMs)) throw new VendorError(400, 20001, `Invalid StartTime: ${since}`);
  const isEqual = (name: string, value: string) => !query.has(name) || query.get(name) === value;
  const matching = [...calls.values()].filter(
    (call) =>
      call.account === account &&
      isEqual('To', call.request.to) &&
      isEqual('From', call.request.from) &&
      // The vendor's times have whole seconds.
      Math.floor(call.createdAt.getTime() / 1000) >= Math.floor(sinceMs / 1000),
  );
  return { calls: matching.reverse().slice(0, pageSize(url)).map(callResource) };
}

/** A call as the vendor's REST API shows it. */
function callResource(call: Call) {
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
  };
}
