import { z } from 'zod';
import { answerJson, type Route } from '../../http/http-server.ts';
import { parseJsonBody } from '../../http/parse-json-body.ts';
import type { Accounts } from './accounts.ts';
import { type FaultBook, faultsSchema } from './faults.ts';
import { namedAccount } from './named-account.ts';

const bodySchema = z.strictObject({ ...faultsSchema.shape, account_sid: z.string().optional() });

/** `PUT /simulator/faults` sets faults of one account or all; missing ones are reset. */
export function faultControl({
  accounts,
  faults,
}: {
  readonly accounts: Accounts;
  readonly faults: FaultBook;
}): Route[] {
  return [
    {
      method: 'PUT',
      path: /^\/simulator\/faults$/,
      handle: ({ body, response }) => {
        const { account_sid: sid, ...wanted } = parseJsonBody(body, bodySchema);
        faults.set(wanted, sid === undefined ? undefined : namedAccount(accounts, sid));
        answerJson(response, 200, wanted);
      },
    },
  ];
}
