import { logger } from '../platform/logger.ts';
import { hangUpMarkup } from './relay-markup.ts';
import { vendorCallback } from './vendor-request.ts';

/** The conversation over the WebSocket is over, and the vendor asks what to do with the call: hang up. */
export const handler = vendorCallback('relay-ended', async ({ name, form }) => {
  const { SessionStatus: status, ErrorCode: code } = form;
  if (status === 'failed') logger.warn('A conversation broke off.', { callId: name.callId, code });
  return hangUpMarkup();
});
