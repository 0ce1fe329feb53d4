import { z } from 'zod';
import { answerJson, type Exchange, type Route } from '../../http/http-server.ts';
import { parseJsonBody } from '../../http/parse-json-body.ts';
import { namedAccount } from '../accounts/named-account.ts';
import type { CarrierContext } from '../state/context.ts';
import type { HeldNumber } from '../state/numbers.ts';
import { pathNumber } from '../vendor-api/path-number.ts';
import { defaultSettings } from './number-settings.ts';

const bodySchema = z.strictObject({
  account_sid: z.string().optional(),
  voice_url: z.url().optional(),
  voice_fallback_url: z.url().optional(),
  status_callback: z.url().optional(),
});

/** Assigns numbers to accounts, as if they were bought elsewhere, and lists them with their accounts. */
export function numberControl(context: CarrierContext): Route[] {
  return [
    {
      method: 'PUT',
      path: /^\/simulator\/numbers\/(?<number>[^/]+)$/,
      handle: (exchange) => putNumber(context, exchange),
    },
    {
      method: 'GET',
      path: /^\/simulator\/numbers\/?$/,
      handle: ({ response }) => answerJson(response, 200, context.numbers.all().map(summary)),
    },
  ];
}

/** Changes a number of the account; takes over one of another account. */
function putNumber({ accounts, numbers }: CarrierContext, exchange: Exchange): void {
  const phoneNumber = pathNumber(exchange);
  const body = parseJsonBody(exchange.body, bodySchema);
  const { account_sid: sid, voice_url: voiceUrl, voice_fallback_url: voiceFallbackUrl } = body;
  const account = sid === undefined ? accounts.first : namedAccount(accounts, sid);
  const known = numbers.get(phoneNumber);
  const isHeld = known?.account === account;
  const settings = isHeld ? known.settings : defaultSettings(phoneNumber);
  const number = isHeld ? known : numbers.give(account, phoneNumber, settings);
  numbers.change(number, { ...settings, voiceUrl, voiceFallbackUrl, statusCallback: body.status_callback });
  answerJson(exchange.response, isHeld ? 200 : 201, summary(number));
}

function summary({ sid, account, phoneNumber, settings }: HeldNumber) {
  return {
    sid,
    account_sid: account.sid,
    phone_number: phoneNumber,
    friendly_name: settings.friendlyName,
    voice_url: settings.voiceUrl ?? null,
    voice_fallback_url: settings.voiceFallbackUrl ?? null,
    status_callback: settings.statusCallback ?? null,
  };
}
