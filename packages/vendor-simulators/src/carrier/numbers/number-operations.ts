import { z } from 'zod';
import { answerJson, type Exchange, parseJsonBody, type Route, route } from '../../http/http-server.ts';
import { type Account, type AccountOperation, namedAccount } from '../accounts.ts';
import type { CarrierContext } from '../context.ts';
import {
  internalError,
  isE164,
  notFound,
  pageSize,
  pathNumber,
  refuseMethods,
  urlIn,
  VendorError,
} from '../vendor-api.ts';
import { isAvailable, listAvailable } from './available-numbers.ts';
import type { HeldNumber, NumberSettings } from './numbers.ts';

const LIST = '/IncomingPhoneNumbers.json';
const ONE = '/IncomingPhoneNumbers/{sid}.json';

/** The numbers for sale, and those of an account. */
export const numberOperations: readonly AccountOperation<CarrierContext>[] = [
  ['GET', '/AvailablePhoneNumbers/US/Local.json', (context, _, { url }) => listAvailable(context, url)],
  ['POST', LIST, buy],
  ['GET', LIST, (context, account, { url }) => listNumbers(context.numbers.of(account), url)],
  ['GET', ONE, (...request) => numberResource(find(...request))],
  ['POST', ONE, change],
  ['DELETE', ONE, release],
];

function find({ numbers }: CarrierContext, account: Account, { params, url }: Exchange): HeldNumber {
  const number = numbers.of(account).find(({ sid }) => sid === params.sid);
  if (!number) throw notFound(url);
  return number;
}

function change(...request: Parameters<typeof find>) {
  const number = find(...request);
  number.settings = changeSettings(number.settings, new URLSearchParams(request[2].body));
  return numberResource(number);
}

function release(context: CarrierContext, account: Account, exchange: Exchange): void {
  const number = find(context, account, exchange);
  if (account.faults.release === 'fail') throw internalError();
  context.numbers.release(number);
  exchange.response.writeHead(204).end();
}

/** Sells an account the requested number. Throws the vendor's error if it cannot. */
function buy(context: CarrierContext, account: Account, { body, response }: Exchange): void {
  const form = new URLSearchParams(body);
  const phoneNumber = form.get('PhoneNumber') ?? '';
  const { purchase } = account.faults;
  if (purchase === 'fail-before') throw internalError();
  if (!isE164(phoneNumber)) throw new VendorError(400, 21421, `PhoneNumber is invalid: ${phoneNumber}`);
  if (!isAvailable(context, phoneNumber))
    throw new VendorError(400, 21422, `PhoneNumber is not available: ${phoneNumber}`);
  const settings = changeSettings({ friendlyName: phoneNumber }, form);
  const number = context.numbers.give(account, phoneNumber, settings);
  if (purchase === 'lose-answer') response.socket?.resetAndDestroy();
  else answerJson(response, 201, numberResource(number));
}

/** Applies a form to the settings. Throws the vendor's error for the first invalid parameter. */
function changeSettings(settings: NumberSettings, form: URLSearchParams): NumberSettings {
  refuseMethods(form);
  const friendlyName = form.get('FriendlyName') ?? settings.friendlyName;
  if (friendlyName.length > 64)
    throw new VendorError(400, 20001, 'FriendlyName must be at most 64 characters long.');
  const url = (name: string, current: string | undefined) =>
    form.has(name) ? urlIn(form, name, 21402) : current;
  const voiceUrl = url('VoiceUrl', settings.voiceUrl);
  const voiceFallbackUrl = url('VoiceFallbackUrl', settings.voiceFallbackUrl);
  // https://www.twilio.com/docs/api/errors/21405
  if (voiceFallbackUrl !== undefined && voiceUrl === undefined)
    throw new VendorError(400, 21405, 'Cannot set VoiceFallbackUrl without setting Url');
  const statusCallback = url('StatusCallback', settings.statusCallback);
  return { friendlyName, voiceUrl, voiceFallbackUrl, statusCallback };
}

/** The filter by digits finds parts of numbers, too; `*` is any digit. */
function listNumbers(numbers: readonly HeldNumber[], url: URL) {
  const digits = url.searchParams.get('PhoneNumber') ?? '';
  if (!/^\+?[\d*]*$/.test(digits))
    throw new VendorError(400, 20001, `Only digits and * can be looked for in numbers: ${digits}`);
  const pattern = new RegExp(digits.replace('+', '\\+').replaceAll('*', '\\d'));
  const name = url.searchParams.get('FriendlyName');
  const matching = numbers.filter(
    ({ phoneNumber, settings }) =>
      pattern.test(phoneNumber) && (name === null || settings.friendlyName === name),
  );
  return { incoming_phone_numbers: matching.slice(0, pageSize(url)).map(numberResource) };
}

/** A held number as the vendor's REST API shows it. */
function numberResource({ sid, account, phoneNumber, settings }: HeldNumber) {
  return {
    sid,
    account_sid: account.sid,
    phone_number: phoneNumber,
    friendly_name: settings.friendlyName,
    voice_url: settings.voiceUrl ?? '',
    voice_fallback_url: settings.voiceFallbackUrl ?? '',
    status_callback: settings.statusCallback ?? '',
  };
}

const heldSchema = z.strictObject({
  account_sid: z.string().optional(),
  voice_url: z.url().optional(),
  voice_fallback_url: z.url().optional(),
  status_callback: z.url().optional(),
});

/** Assigns numbers to accounts, as if they were bought elsewhere, and lists them with their accounts. */
export function numberControl(context: CarrierContext): Route[] {
  return [
    route('PUT', '/simulator/numbers/{number}', (exchange) => putNumber(context, exchange)),
    route('GET', '/simulator/numbers', () => context.numbers.all().map(numberResource)),
  ];
}

/** Changes a number of the account; takes over one of another account. */
function putNumber({ accounts, firstAccount, numbers }: CarrierContext, exchange: Exchange): void {
  const phoneNumber = pathNumber(exchange);
  const { account_sid: sid, ...urls } = parseJsonBody(exchange.body, heldSchema);
  const account = sid === undefined ? firstAccount : namedAccount(accounts, sid);
  const known = numbers.get(phoneNumber);
  const isHeld = known?.account === account;
  const number = isHeld ? known : numbers.give(account, phoneNumber, { friendlyName: phoneNumber });
  number.settings = {
    friendlyName: number.settings.friendlyName,
    voiceUrl: urls.voice_url,
    voiceFallbackUrl: urls.voice_fallback_url,
    statusCallback: urls.status_callback,
  };
  answerJson(exchange.response, isHeld ? 200 : 201, numberResource(number));
}
