import { doNotCallAdditions, doNotCallInput } from '../../domain/do-not-call/do-not-call.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { ADD_NUMBERS, addNumbers } from '../../store/do-not-call/changes.ts';
import { numbersToChange } from './numbers-to-change.ts';

export const addDoNotCallNumbers = defineEndpoint({
  operation: 'addDoNotCallNumbers',
  method: 'POST',
  path: '/v1/do_not_call/add',
  summary: 'Add numbers to the do-not-call list',
  body: doNotCallInput,
  response: doNotCallAdditions,
  tableActions: ADD_NUMBERS,
  timeoutSeconds: 29,
  async run({ userId, body }, { table, now, newId }) {
    const { phone_numbers, reason } = body;
    const numbers = numbersToChange(phone_numbers, newId);
    const added = await addNumbers(table, { userId, numbers, reason, now: now() });
    const results = phone_numbers.map((phone_number, index) => ({
      phone_number,
      result:
        added.has(phone_number) && phone_numbers.indexOf(phone_number) === index
          ? ('added' as const)
          : ('already_listed' as const),
    }));
    return { results };
  },
});

export const handler = serve(addDoNotCallNumbers);
