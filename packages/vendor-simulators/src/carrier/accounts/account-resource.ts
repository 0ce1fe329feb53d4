import { answerJson } from '../../http/http-server.ts';
import { API_VERSION } from '../vendor-api/api-version.ts';
import { rfc2822 } from '../vendor-api/rfc2822.ts';
import type { AccountOperation } from './account-route.ts';
import type { Account } from './accounts.ts';

/** `GET /2010-04-01/Accounts/{sid}.json`: the account itself, whatever its state. */
export const accountItself: AccountOperation = {
  method: 'GET',
  path: '',
  handle: ({ response }, account) => answerJson(response, 200, accountResource(account)),
};

function accountResource({ sid, authToken, status, createdAt }: Account): Record<string, unknown> {
  const date = rfc2822(createdAt);
  return {
    sid,
    owner_account_sid: sid,
    friendly_name: `Account ${sid}`,
    auth_token: authToken,
    status,
    type: 'Full',
    date_created: date,
    date_updated: date,
    uri: `/${API_VERSION}/Accounts/${sid}.json`,
  };
}
