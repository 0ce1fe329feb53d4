import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import {
  answerJson,
  type Exchange,
  HttpError,
  parseJsonBody,
  type Route,
  route,
} from '../http/http-server.ts';
import { calleeSchema, dropSchema, lineSchema, speechSide } from './callees/callee-config.ts';
import { Call } from './calls/call.ts';
import { MAX_CALL_SECONDS } from './calls/call-request.ts';
import type { CarrierContext } from './context.ts';
import { isE164, pathNumber } from './vendor-api.ts';

const failureSchema = z.strictObject({ provider: speechSide });

/** The control API of calls: sets the behaviour of callees, calls numbers, and shows the log of each call. */
export function callControl(context: CarrierContext): Route[] {
  const find = ({ params }: Exchange): Call => {
    const call = context.calls.get(params.sid ?? '');
    if (!call) throw new HttpError(404, { message: `There is no call ${params.sid}.` });
    return call;
  };
  const relayOf = (exchange: Exchange) => {
    const { relay } = find(exchange);
    if (!relay) throw new HttpError(409, { message: 'The call has no conversation over the relay.' });
    return relay;
  };
  return [
    route('PUT', '/simulator/callees/{number}', (exchange) => {
      const callee = parseJsonBody(exchange.body, calleeSchema);
      context.callees.put(pathNumber(exchange), callee);
      return callee;
    }),
    // The callee of the next call to the number: `id` is null while another one is awaited.
    route('POST', '/simulator/callees/{number}/next', (exchange) => {
      const callee = parseJsonBody(exchange.body, calleeSchema);
      return { id: context.callees.bindNext(pathNumber(exchange), callee) ?? null };
    }),
    route('DELETE', '/simulator/callees/{number}/next/{id}', (exchange) => {
      context.callees.release(pathNumber(exchange), exchange.params.id ?? '');
      return {};
    }),
    route('GET', '/simulator/calls', ({ url }) => {
      const to = url.searchParams.get('to');
      const calls = [...context.calls.values()].filter((call) => to === null || call.request.to === to);
      return calls.reverse().map(summaryOf);
    }),
    route('POST', '/simulator/calls', (exchange) => receiveCall(context, exchange)),
    route('GET', '/simulator/calls/{sid}', (exchange) => detailsOf(find(exchange))),
    route('POST', '/simulator/calls/{sid}/say', (exchange) => say(find(exchange), exchange)),
    // The relay's WebSocket is lost.
    route('POST', '/simulator/calls/{sid}/drop', (exchange) => {
      const drop = parseJsonBody(exchange.body, dropSchema);
      if (!relayOf(exchange).drop(drop)) throw new HttpError(409, { message: 'The relay is not connected.' });
      return drop;
    }),
    // The provider of one side of the speech fails.
    route('POST', '/simulator/calls/{sid}/fail', (exchange) => {
      const failure = parseJsonBody(exchange.body, failureSchema);
      relayOf(exchange).fail(failure.provider);
      return failure;
    }),
    route('GET', '/simulator/calls/{sid}/events', (exchange) =>
      streamEvents(find(exchange), exchange.response),
    ),
  ];
}

function say(call: Call, { body, response }: Exchange): void {
  const line = parseJsonBody(body, lineSchema);
  if (!call.callee.interactive) {
    throw new HttpError(409, { message: 'The callee follows a script. Set "interactive" to speak for it.' });
  }
  if (call.over.aborted) throw new HttpError(409, { message: `The call is over: ${call.status}.` });
  call.lines.push(line);
  answerJson(response, 202, line);
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

const number = z.string().refine(isE164, 'must be a number in E.164');
const inboundSchema = z.strictObject({
  from: number,
  to: number,
  /** The caller's behaviour. By default that of the callee at the caller's number. */
  callee: calleeSchema.optional(),
});

function receiveCall(context: CarrierContext, { body, response }: Exchange): void {
  const { from, to, callee = context.callees.take(from, []) } = parseJsonBody(body, inboundSchema);
  const dialed = context.numbers.get(to);
  if (!dialed) throw new HttpError(404, { message: `Nobody holds the number ${to}.` });
  const { voiceUrl: url, voiceFallbackUrl: fallback, statusCallback } = dialed.settings;
  if (url === undefined) {
    throw new HttpError(422, { message: `The number ${to} has no VoiceUrl: nobody would answer.` });
  }
  const request = {
    to,
    from,
    program: { url },
    fallback,
    statusCallback,
    statusCallbackEvents: ['completed'] as const,
    timeoutSeconds: 0,
    timeLimitSeconds: MAX_CALL_SECONDS,
  };
  const call = new Call({ account: dialed.account, direction: 'inbound', callee, request });
  context.start(call);
  answerJson(response, 201, summaryOf(call));
}

function summaryOf(call: Call) {
  return {
    sid: call.sid,
    account_sid: call.account.sid,
    direction: call.direction,
    parent_sid: call.parent?.sid ?? null,
    to: call.request.to,
    from: call.request.from,
    status: call.status,
    /** Whether the application has received every callback, so the log is complete. */
    finished: call.log.events.at(-1)?.type === 'end',
    created_at: call.createdAt.toISOString(),
  };
}

function detailsOf(call: Call) {
  const { events } = call.log;
  const transcript = events.flatMap((event) => {
    if (event.type === 'agent_turn')
      return [{ speaker: 'agent', text: event.text, interrupted: event.interrupted }];
    return event.type === 'callee' ? [{ speaker: 'callee', text: event.text }] : [];
  });
  return { ...summaryOf(call), transcript, events };
}
