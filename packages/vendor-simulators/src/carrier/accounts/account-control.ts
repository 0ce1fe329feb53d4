import { z } from 'zod';
import { HttpError } from '../../http/http-error.ts';
import { answerJson, type Exchange, type Route } from '../../http/http-server.ts';
import { parseJsonBody } from '../../http/parse-json-body.ts';
import { type Accounts, accountStatuses } from './accounts.ts';

const accountSchema = z.strictObject({
  /** The primary token, which signs. */
  auth_token: z.string().min(1),
  /** A second token that the REST API also accepts. By default there is none. */
  secondary_auth_token: z.string().min(1).optional(),
  /** Refuse calls from numbers that the account does not hold. By default the carrier's setting. */
  verify_caller_id: z.boolean().optional(),
  status: z.enum(accountStatuses).optional(),
});

/** `PUT /simulator/accounts/{sid}` opens or changes an account. */
export function accountControl(accounts: Accounts): Route[] {
  return [
    {
      method: 'PUT',
      path: /^\/simulator\/accounts\/(?<sid>[^/]+)$/,
      handle: (exchange) => putAccount(accounts, exchange),
    },
  ];
}

function putAccount(accounts: Accounts, { params, body, response }: Exchange): void {
  const sid = params.sid ?? '';
  const wanted = parseJsonBody(body, accountSchema);
  const isKnown = accounts.get(sid) !== undefined;
  if (!isKnown && !/^AC[0-9a-f]{32}$/i.test(sid)) {
    throw new HttpError(422, { message: `"${sid}" is not AC and 32 hexadecimal digits.` });
  }
  const { auth_token: authToken, verify_caller_id: verifyCallerId, status } = wanted;
  const secondaryAuthToken = wanted.secondary_auth_token;
  accounts.put({ accountSid: sid, authToken, secondaryAuthToken, verifyCallerId, status });
  answerJson(response, isKnown ? 200 : 201, { sid });
}
