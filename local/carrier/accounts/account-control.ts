import { z } from 'zod';
import { HttpError } from '../../http/http-error.ts';
import { answerJson, type Exchange, type Route } from '../../http/http-server.ts';
import { parseJsonBody } from '../../http/parse-json-body.ts';
import type { Accounts } from './accounts.ts';

const accountSchema = z.strictObject({ auth_token: z.string().min(1) });

/** `PUT /simulator/accounts/{sid}` opens an account, or changes its auth token. */
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
  const { auth_token: authToken } = parseJsonBody(body, accountSchema);
  const known = accounts.get(sid);
  if (known) known.authToken = authToken;
  else if (/^AC[0-9a-f]{32}$/i.test(sid)) accounts.add({ sid, authToken });
  else throw new HttpError(422, { message: `"${sid}" is not AC and 32 hexadecimal digits.` });
  answerJson(response, known ? 200 : 201, { sid });
}
