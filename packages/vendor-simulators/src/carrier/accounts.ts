import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  answerJson,
  type Exchange,
  HttpError,
  parseJsonBody,
  type Route,
  route,
} from '../http/http-server.ts';
import { API_VERSION, internalError, notFound, VendorError } from './vendor-api.ts';

/** Faults of an account's requests to the REST API. */
const faultsSchema = z.strictObject({
  /** For every request: `throttle` answers 429, `fail` 500, `lose-answer` cuts the connection. */
  requests: z.enum(['none', 'throttle', 'fail', 'lose-answer']).default('none'),
  /** `lose-answer` buys and cuts the connection, `fail-before` answers 500 and does not buy. */
  purchase: z.enum(['none', 'fail-before', 'lose-answer']).default('none'),
  release: z.enum(['none', 'fail']).default('none'),
});

/** The body of `PUT /simulator/accounts/{sid}`. */
const accountSchema = z.strictObject({
  auth_token: z.string().min(1),
  /** https://www.twilio.com/docs/iam/api/account */
  status: z.enum(['active', 'suspended', 'closed']).default('active'),
  type: z.enum(['Full', 'Trial']).default('Full'),
  /** The countries that it may call: https://www.twilio.com/docs/voice/api/dialingpermissions-country-resource */
  countries: z
    .array(z.strictObject({ iso_code: z.string(), high_risk_tollfraud_numbers_enabled: z.boolean() }))
    .default([{ iso_code: 'US', high_risk_tollfraud_numbers_enabled: false }]),
});

/** A customer of the carrier. */
export class Account {
  /** AC and 32 hexadecimal digits. */
  readonly sid: string;
  settings: z.infer<typeof accountSchema>;
  faults = faultsSchema.parse({});

  constructor(sid: string, settings: z.input<typeof accountSchema>) {
    this.sid = sid;
    this.settings = accountSchema.parse(settings);
  }

  get authToken(): string {
    return this.settings.auth_token;
  }
}

/** The carrier's customers, by sid. */
export interface Accounts {
  readonly accounts: Map<string, Account>;
  readonly firstAccount: Account;
}

/** An operation on what an account has, below its path: `.json` for the account itself. */
export type AccountOperation<Context = Accounts> = readonly [
  method: string,
  path: string,
  handle: (context: Context, account: Account, exchange: Exchange) => unknown,
];

/** A route of the REST API. It requires the auth token of the account in its path, and an active account. */
export function accountRoute<Context extends Accounts>(
  context: Context,
  [method, path, handle]: AccountOperation<Context>,
): Route {
  const found = route(method, `/${API_VERSION}/Accounts/{account}${path}`, (exchange) => {
    const account = authenticate(context, exchange, exchange.params.account ?? '');
    if (path !== '.json') requireActive(account);
    return isDisturbed(account, exchange) ? undefined : handle(context, account, exchange);
  });
  return { ...found, takesForms: true };
}

/** The account itself, whatever its state. */
export const accountItself: AccountOperation = [
  'GET',
  '.json',
  (_, { sid, settings }) => ({ sid, status: settings.status, type: settings.type }),
];

/** A route of an API that knows the account by its credentials alone. */
const routeOfCaller = (
  context: Accounts,
  path: string,
  handle: (account: Account, exchange: Exchange) => unknown,
): Route =>
  route('GET', path, (exchange) => {
    const [, basic = ''] = exchange.headers.authorization?.split(' ') ?? [];
    const [user = ''] = Buffer.from(basic, 'base64').toString().split(':', 1);
    const account = authenticate(context, exchange, user);
    requireActive(account);
    return isDisturbed(account, exchange) ? undefined : handle(account, exchange);
  });

export const countriesToCall = (context: Accounts): Route =>
  routeOfCaller(context, '/v1/DialingPermissions/Countries', ({ settings }) => ({
    content: settings.countries,
  }));

/** Monthly list prices of US numbers: https://www.twilio.com/docs/phone-numbers/pricing */
export const numberPrices = (context: Accounts): Route =>
  routeOfCaller(context, '/v1/PhoneNumbers/Countries/{country}', (_, { params, url }) => {
    if (params.country !== 'US') throw notFound(url);
    return {
      iso_country: 'US',
      phone_number_prices: [
        { number_type: 'local', base_price: '1.15', current_price: '1.15' },
        { number_type: 'toll free', base_price: '2.15', current_price: '2.15' },
      ],
      price_unit: 'USD',
    };
  });

export function accountControl({ accounts, firstAccount }: Accounts): Route[] {
  return [
    route('PUT', '/simulator/accounts/{sid}', ({ params: { sid = '' }, body, response }) => {
      const settings = parseJsonBody(body, accountSchema);
      const known = accounts.get(sid);
      if (known) known.settings = settings;
      else if (/^AC[0-9a-f]{32}$/i.test(sid)) accounts.set(sid, new Account(sid, settings));
      else throw new HttpError(422, { message: `"${sid}" is not AC and 32 hexadecimal digits.` });
      answerJson(response, known ? 200 : 201, { sid });
    }),
    /** Sets the faults of one account, by default the first; missing ones are reset. */
    route('PUT', '/simulator/faults', ({ body }) => {
      const schema = z.strictObject({
        ...faultsSchema.shape,
        account_sid: z.string().default(firstAccount.sid),
      });
      const { account_sid: sid, ...faults } = parseJsonBody(body, schema);
      namedAccount(accounts, sid).faults = faults;
      return faults;
    }),
  ];
}

/** The account that a control request names. Throws a 422 if there is none with this sid. */
export function namedAccount(accounts: Accounts['accounts'], sid: string): Account {
  const account = accounts.get(sid);
  if (!account) throw new HttpError(422, { message: `There is no account ${sid}.` });
  return account;
}

function requireActive({ settings }: Account): void {
  if (settings.status !== 'active') throw new VendorError(401, 20003, 'Authenticate');
}

/** Whether a fault replaces the requested operation. */
function isDisturbed({ faults }: Account, { response }: Exchange): boolean {
  // https://www.twilio.com/docs/api/errors/20429
  if (faults.requests === 'throttle') throw new VendorError(429, 20429, 'Too Many Requests');
  if (faults.requests === 'fail') throw internalError();
  if (faults.requests === 'lose-answer') response.socket?.resetAndDestroy();
  return faults.requests === 'lose-answer';
}

function authenticate({ accounts }: Accounts, { headers }: Exchange, sid: string): Account {
  const account = accounts.get(sid);
  if (account && isAuthorized(account, headers.authorization ?? '')) return account;
  throw new VendorError(401, 20003, 'Authenticate');
}

function isAuthorized({ sid, settings }: Account, authorization: string): boolean {
  const given = Buffer.from(authorization);
  const expected = Buffer.from(`Basic ${Buffer.from(`${sid}:${settings.auth_token}`).toString('base64')}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
