import { z } from 'zod';
import { HttpError } from '../../http/http-error.ts';
import { answerJson, type Exchange, type Route } from '../../http/http-server.ts';
import { parseJsonBody } from '../../http/parse-json-body.ts';
import { calleeSchema } from '../callees/callee-config.ts';
import { MAX_CALL_SECONDS } from '../requests/call-request.ts';
import { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';
import { isE164 } from '../vendor-api/e164.ts';
import { callSummary } from './call-view.ts';

const number = z.string().refine(isE164, 'must be a number in E.164');
const bodySchema = z.strictObject({
  from: number,
  to: number,
  /** The caller's behaviour. By default that of the callee at the caller's number. */
  callee: calleeSchema.optional(),
});

/** `POST /simulator/calls`: calls a number of an account. */
export function inboundControl(context: CarrierContext): Route[] {
  return [
    { method: 'POST', path: /^\/simulator\/calls\/?$/, handle: (exchange) => receiveCall(context, exchange) },
  ];
}

function receiveCall(context: CarrierContext, { body, response }: Exchange): void {
  const { from, to, callee } = parseJsonBody(body, bodySchema);
  const dialled = context.numbers.get(to);
  if (!dialled) throw new HttpError(404, { message: `Nobody holds the number ${to}.` });
  const { voiceUrl: url, voiceFallbackUrl, statusCallback } = dialled.settings;
  if (url === undefined) {
    throw new HttpError(422, { message: `The number ${to} has no VoiceUrl: nobody would answer.` });
  }
  const call = new Call({
    account: dialled.account,
    direction: 'inbound',
    callee: callee ?? context.callees.at(from),
    request: {
      to,
      from,
      program: { url },
      fallback: voiceFallbackUrl ? { url: voiceFallbackUrl } : undefined,
      statusCallback,
      statusCallbackEvents: ['completed'],
      timeoutSeconds: 0,
      timeLimitSeconds: MAX_CALL_SECONDS,
    },
  });
  context.start(call);
  answerJson(response, 201, callSummary(call));
}
