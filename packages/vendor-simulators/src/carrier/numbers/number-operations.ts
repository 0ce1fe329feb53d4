import { answerJson, type Exchange } from '../../http/http-server.ts';
import type { AccountOperation } from '../accounts/account-route.ts';
import type { Account } from '../accounts/accounts.ts';
import type { CarrierContext } from '../state/context.ts';
import type { HeldNumber } from '../state/numbers.ts';
import { pageOf } from '../vendor-api/page.ts';
import { internalError, notFound } from '../vendor-api/vendor-error.ts';
import { listAvailable } from './available-numbers.ts';
import { buyNumber } from './buy-number.ts';
import { numberPattern } from './number-pattern.ts';
import { numberResource } from './number-resource.ts';
import { changeSettings } from './number-settings.ts';

/** The numbers for sale, and those of an account. */
export function numberOperations(context: CarrierContext): AccountOperation[] {
  const { numbers } = context;
  const list = 'IncomingPhoneNumbers.json';
  const one = 'IncomingPhoneNumbers/{sid}.json';
  return [
    {
      method: 'GET',
      path: 'AvailablePhoneNumbers/{country}/Local.json',
      handle: ({ url, params, response }, account) =>
        answerJson(response, 200, listAvailable(context, account, { url, country: params.country ?? '' })),
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
