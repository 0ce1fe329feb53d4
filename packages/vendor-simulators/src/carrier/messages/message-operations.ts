import { randomBytes } from 'node:crypto';
import { answerJson, type Exchange } from '../../http/http-server.ts';
import type { Account, AccountOperation } from '../accounts.ts';
import { sendCallback } from '../callbacks/webhook-request.ts';
import type { Call } from '../calls/call.ts';
import type { CarrierContext } from '../context.ts';
import { API_VERSION, isE164, urlIn, VendorError } from '../vendor-api.ts';

/** The refusals of a text: https://www.twilio.com/docs/api/errors */
const REFUSALS = {
  unsubscribed: [21610, 'Attempt to send to unsubscribed recipient'],
  landline: [21614, "'To' number is not a valid mobile number"],
} as const;

/** The text messages of an account, to the other end of a call that is in progress. */
export const messageOperations: readonly AccountOperation<CarrierContext>[] = [
  ['POST', '/Messages.json', createMessage],
];

function createMessage(context: CarrierContext, account: Account, { body, response }: Exchange): void {
  const form = new URLSearchParams(body);
  const [from = '', to = '', text = ''] = ['From', 'To', 'Body'].map((name) => form.get(name) ?? '');
  if (!isE164(to)) throw new VendorError(400, 21211, `Invalid 'To' Phone Number: ${to}`);
  const call = [...context.calls.values()].findLast(
    (one) => one.account === account && !one.over.aborted && isBetween(one, from, to),
  );
  // The vendor's texts are independent of calls, but the simulated carrier knows only callees in a call.
  if (!call) throw new VendorError(400, 21606, `${from} is in no call with ${to}, so it sends no text here.`);
  if (text.trim() === '') throw new VendorError(400, 21602, 'Message body is required.');
  const { text: outcome } = call.callee;
  if (outcome === 'unsubscribed' || outcome === 'landline') {
    const [code, message] = REFUSALS[outcome];
    throw new VendorError(400, code, message);
  }
  call.log.add({ type: 'note', message: `Text to callee: ${text}` });
  const sid = `SM${randomBytes(16).toString('hex')}`;
  report(context, call, { sid, from, to, outcome, url: urlIn(form, 'StatusCallback', 21609) });
  if (outcome === 'lose-answer') response.socket?.resetAndDestroy();
  else answerJson(response, 201, { sid, from, to, status: 'queued', num_segments: String(segmentsOf(text)) });
}

const isBetween = ({ request }: Call, from: string, to: string) =>
  (request.from === from && request.to === to) || (request.from === to && request.to === from);

interface Message {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly outcome: Call['callee']['text'];
  readonly url: string | undefined;
}

/** Reports that a text was sent, and how that ended: https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
function report(
  context: CarrierContext,
  call: Call,
  { sid, from: From, to: To, outcome, url }: Message,
): void {
  if (url === undefined) return;
  const last = outcome === 'undelivered' ? 'undelivered' : 'delivered';
  for (const MessageStatus of ['sent', last]) {
    const about = { MessageSid: sid, SmsSid: sid, AccountSid: call.account.sid, From, To };
    // 30007: a carrier took it for spam.
    const failure = MessageStatus === 'undelivered' ? { ErrorCode: '30007' } : {};
    const params = { ...about, MessageStatus, SmsStatus: MessageStatus, ...failure, ApiVersion: API_VERSION };
    sendCallback(context, call, { purpose: 'message', url, params });
  }
}

/** https://www.twilio.com/docs/glossary/what-sms-character-limit. Other alphabets than ASCII count as UCS-2. */
function segmentsOf(text: string): number {
  const [whole, part] = /^[\n\r -~]*$/.test(text) ? [160, 153] : [70, 67];
  return text.length <= whole ? 1 : Math.ceil(text.length / part);
}
