import * as z from 'zod/mini';
import { logger } from '../../platform/logger.ts';
import type { TelephonyClient } from './client.ts';
import { VendorRefusal, VendorResponseLost, VendorUnreachable } from './vendor-errors.ts';

/** The vendor's later statuses: https://www.twilio.com/docs/messaging/api/message-resource#message-status-values */
const reported = z.enum(['sent', 'delivered', 'undelivered', 'failed']);

/** The status, if any: https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
export function textUpdateIn(form: Readonly<Record<string, string>>): TextUpdate | undefined {
  const { data: status } = reported.safeParse(form.MessageStatus);
  const isCode = /^[1-9]\d{0,5}$/.test(form.ErrorCode ?? '');
  return status && { status, ...(isCode && { error_code: Number(form.ErrorCode) }) };
}

/** `num_segments` is a number as text: https://www.twilio.com/docs/messaging/api/message-resource#message-properties */
const message = z.object({ num_segments: z.string().check(z.regex(/^[1-9]\d?$/)) });

/** Codes of refusals, and their meaning for the language model: https://www.twilio.com/docs/api/errors */
const REFUSALS: readonly (readonly [reason: string, codes: readonly (number | undefined)[]])[] = [
  // The human replied STOP, and not START since.
  ['The human has unsubscribed from texts of this number.', [21610]],
  ["The human's number cannot receive texts.", [21211, 21408, 21612, 21614]],
  ['Your number cannot send texts.', [21601, 21606, 21659, 21661]],
];

/** What the vendor reports about a text message. */
interface TextUpdate {
  readonly status: 'unknown' | 'queued' | z.infer<typeof reported>;
  readonly error_code?: number;
  readonly segments?: number;
}

export interface SentText {
  readonly textUpdate: TextUpdate;
  /** Why the text was not sent, or may not have been sent; for the language model. */
  readonly error?: string;
}

/** Requests a text once: the vendor has no idempotency key. Throws only what isn't the vendor's failure. */
export async function sendTextMessage(
  client: TelephonyClient,
  form: Readonly<Record<'From' | 'To' | 'Body' | 'StatusCallback', string>>,
): Promise<SentText> {
  try {
    const sent = await client.ask(message, 'POST', '/Messages.json', new URLSearchParams(form));
    return { textUpdate: { status: 'queued', segments: Number(sent.num_segments) } };
  } catch (cause) {
    const error = 'It is unknown whether the text was sent. Do not send it again.';
    if (cause instanceof VendorResponseLost) return { textUpdate: { status: 'unknown' }, error };
    const code = cause instanceof VendorRefusal ? cause.code : undefined;
    if (!(cause instanceof VendorRefusal || cause instanceof VendorUnreachable)) throw cause;
    logger.warn('The vendor refused a text message.', { code });
    const [reason = 'The text could not be sent.'] = REFUSALS.find(([, codes]) => codes.includes(code)) ?? [];
    const textUpdate = { status: 'failed' as const, segments: 0, ...(code && { error_code: code }) };
    return { textUpdate, error: reason };
  }
}
