import { doNotCallInput, doNotCallRemovals } from '../../domain/do-not-call/do-not-call.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { REMOVE_NUMBERS, removeNumbers } from '../../store/do-not-call/changes.ts';
import { numbersToChange } from './numbers-to-change.ts';

export const removeDoNotCallNumbers = defineEndpoint({
  operation: 'removeDoNotCallNumbers',
  method: 'POST',
  path: '/v1/do_not_call/remove',
  summary: 'Remove numbers from the do-not-call list',
  body: doNotCallInput,
  response: doNotCallRemovals,
  tableActions: REMOVE_NUMBERS,
  timeoutSeconds: 29,
  async run({ userId, body }, { table, now, newId }) {
    const { phone_numbers, reason } = body;
    const numbers = numbersToChange(phone_numbers, newId);
    const removed = await removeNumbers(table, { userId, numbers, reason, now: now() });
    const results = phone_numbers.map((phone_number, index) => ({
      phone_number,
      result:
        removed.has(phone_number) && phone_numbers.indexOf(phone_number) === index
          ? ('removed' as const)
          : ('not_listed' as const),
    }));
    return { results };
  },
});

export const handler = serve(removeDoNotCallNumbers);
