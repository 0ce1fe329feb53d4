import { answerJson, type Exchange } from '../../http/http-server.ts';
import type { AccountOperation } from '../accounts/account-route.ts';
import type { Account } from '../accounts/accounts.ts';
import type { CarrierContext } from '../state/context.ts';
import type { HeldNumber } from '../state/numbers.ts';
import { API_VERSION } from '../vendor-api/api-version.ts';
import { isE164 } from '../vendor-api/e164.ts';
import { pageOf } from '../vendor-api/page.ts';
import { rfc2822 } from '../vendor-api/rfc2822.ts';
import { internalError, notFound, VendorError } from '../vendor-api/vendor-error.ts';
import { isAvailable, listAvailable } from './available-numbers.ts';
import { changeSettings, defaultSettings } from './number-settings.ts';

/** The numbers for sale, and those of an account. */
export function numberOperations(context: CarrierContext): AccountOperation[] {
  const { numbers } = context;
  const list = 'IncomingPhoneNumbers.json';
  const one = 'IncomingPhoneNumbers/{sid}.json';
  return [
    {
      method: 'GET',
      path: 'AvailablePhoneNumbers/{country}/Local.json',
      handle: ({ url, params, response }) =>
        answerJson(response, 200, listAvailable(context, { url, country: params.country ?? '' })),
    },
    { method: 'POST', path: list, handle: (exchange, account) => buy(context, account, exchange) },
    {
      method: 'GET',
      path: list,
      handle: ({ url, response }, account) =>
        answerJson(response, 200, listNumbers(numbers.of(account), url)),
    },
    {
      method: 'GET',
      path: one,
      handle: (exchange, account) =>
        answerJson(exchange.response, 200, numberResource(findNumber(context, account, exchange))),
    },
    {
      method: 'POST',
      path: one,
      handle: (exchange, account) => {
        const number = findNumber(context, account, exchange);
        numbers.change(number, changeSettings(number.settings, new URLSearchParams(exchange.body)));
        answerJson(exchange.response, 200, numberResource(number));
      },
    },
    { method: 'DELETE', path: one, handle: (exchange, account) => release(context, account, exchange) },
  ];
}

function buy(context: CarrierContext, account: Account, { body, response }: Exchange): void {
  const number = buyNumber(context, account, new URLSearchParams(body));
  if (context.faults.of(account).purchase === 'lose-answer') response.socket?.resetAndDestroy();
  else answerJson(response, 201, numberResource(number));
}

function release(context: CarrierContext, account: Account, exchange: Exchange): void {
  const number = findNumber(context, account, exchange);
  const { release: fault } = context.faults.of(account);
  if (fault === 'fail') throw internalError();
  context.numbers.release(number);
  if (fault === 'lose-answer') exchange.response.socket?.resetAndDestroy();
  else exchange.response.writeHead(204).end();
}

function listNumbers(numbers: readonly HeldNumber[], url: URL): Record<string, unknown> {
  const pattern = numberPattern(url.searchParams.get('PhoneNumber'));
  const name = url.searchParams.get('FriendlyName');
  const matching = numbers.filter(
    ({ phoneNumber, settings }) =>
      pattern.test(phoneNumber) && (name === null || settings.friendlyName === name),
  );
  const [page, links] = pageOf(matching, url);
  return { incoming_phone_numbers: page.map(numberResource), ...links };
}

function findNumber({ numbers }: CarrierContext, account: Account, { params, url }: Exchange): HeldNumber {
  const number = numbers.find(account, params.sid ?? '');
  if (!number) throw notFound(url);
  return number;
}

function numberPattern(pattern: string | null): RegExp {
  if (pattern !== null && !/^\+?[\d*]+$/.test(pattern)) {
    throw new VendorError(400, 20001, `Only digits and * can be looked for in numbers: ${pattern}`);
  }
  return new RegExp((pattern ?? '').replace('+', '^\\+').replaceAll('*', '\\d'));
}

/** Sells an account the requested number. Throws the vendor's error if it cannot. */
function buyNumber(context: CarrierContext, account: Account, form: URLSearchParams): HeldNumber {
  const { purchase } = context.faults.of(account);
  if (purchase === 'refuse') {
    throw new VendorError(403, 10002, 'Trial accounts do not support the feature you tried to use');
  }
  if (purchase === 'fail-before') throw internalError();
  const phoneNumber = chooseNumber(context, account, form);
  return context.numbers.give(account, phoneNumber, changeSettings(defaultSettings(phoneNumber), form));
}

function chooseNumber(context: CarrierContext, account: Account, form: URLSearchParams): string {
  const wanted = form.get('PhoneNumber');
  if (wanted === null || !isE164(wanted)) {
    throw new VendorError(400, 21421, `PhoneNumber is invalid: ${wanted}`);
  }
  const isTaken = context.faults.of(account).purchase === 'taken';
  if (!isTaken && isAvailable(context, wanted)) return wanted;
  throw new VendorError(400, 21422, `PhoneNumber is not available: ${wanted}`);
}

/** A held number as the vendor's REST API shows it. */
function numberResource(number: HeldNumber): Record<string, unknown> {
  const { sid, account, settings } = number;
  const uri = `/${API_VERSION}/Accounts/${account.sid}/IncomingPhoneNumbers/${sid}`;
  return {
    sid,
    account_sid: account.sid,
    phone_number: number.phoneNumber,
    friendly_name: settings.friendlyName,
    voice_url: settings.voiceUrl ?? '',
    voice_fallback_url: settings.voiceFallbackUrl ?? '',
    status_callback: settings.statusCallback ?? '',
    capabilities: { voice: true, sms: true, mms: true, fax: false },
    date_created: rfc2822(number.createdAt),
    date_updated: rfc2822(number.updatedAt),
    status: 'in-use',
    type: 'local',
    api_version: API_VERSION,
    uri: `${uri}.json`,
  };
}
