import * as z from 'zod/mini';
import { defineEndpoint } from '../../http/endpoint.ts';
import { cursorOf, cursorText, linkHeader } from '../../http/page.ts';
import { pageSize, phoneNumberFromText, phoneQuery } from '../../http/query/query-values.ts';
import { Reply } from '../../http/reply.ts';
import { id, phoneNumber } from '../../platform/fields.ts';
import type { NewId } from '../../platform/ids.ts';
import {
  doNotCallAdditions,
  doNotCallCheck,
  doNotCallEntry,
  doNotCallInput,
  doNotCallRemovals,
  toDoNotCallEntry,
} from '../model/do-not-call.ts';
import {
  ADD_NUMBERS,
  addNumbers,
  type NumberToChange,
  REMOVE_NUMBERS,
  removeNumbers,
} from '../store/change-entries.ts';
import { loadEntry } from '../store/entries.ts';
import { listEntries, listHistory } from '../store/list.ts';

export const addDoNotCallNumbers = () =>
  defineEndpoint({
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
      return { results: resultsOf(phone_numbers, added, ['added', 'already_listed']) };
    },
  });

export const removeDoNotCallNumbers = () =>
  defineEndpoint({
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
      return { results: resultsOf(phone_numbers, removed, ['removed', 'not_listed']) };
    },
  });

export const checkDoNotCallNumber = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/do_not_call/check',
    summary: 'Check a number against the do-not-call list',
    query: phoneQuery,
    response: doNotCallCheck,
    tableActions: ['GetItem'],
    async run({ userId, query: { phone_number } }, { table }) {
      const entry = await loadEntry(table, userId, phone_number);
      return {
        phone_number,
        listed: entry !== undefined,
        entry: entry ? toDoNotCallEntry(userId, entry) : null,
      };
    },
  });

/** Default number of entries in a response. */
const DEFAULT_SIZE = 50;

export const listDoNotCallNumbers = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/do_not_call/list',
    summary: 'List the do-not-call list',
    query: z.lazy(() =>
      z.strictObject({
        size: pageSize(),
        cursor: z.optional(cursorOf(z.strictObject({ after: phoneNumber }))),
      }),
    ),
    response: z.lazy(() => z.array(doNotCallEntry)),
    responseHeaders: ['Link'],
    tableActions: ['Query'],
    async run({ userId, query }, { table }) {
      const { size = DEFAULT_SIZE, cursor } = query;
      const { entries, next } = await listEntries(table, userId, { after: cursor?.after, size });
      const link = linkHeader(query, next && cursorText({ after: next }));
      return new Reply(
        entries.map((entry) => toDoNotCallEntry(userId, entry)),
        { link },
      );
    },
  });

export const listDoNotCallHistory = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/do_not_call/history',
    summary: 'List the do-not-call history of a number',
    query: z.lazy(() =>
      z.strictObject({
        phone_number: phoneNumberFromText,
        size: pageSize(),
        cursor: z.optional(cursorOf(z.strictObject({ after: id }))),
      }),
    ),
    response: z.lazy(() => z.array(doNotCallEntry)),
    responseHeaders: ['Link'],
    tableActions: ['GetItem', 'Query'],
    async run({ userId, query }, { table }) {
      const { phone_number: phoneNumber, size = DEFAULT_SIZE, cursor } = query;
      const reading = { after: cursor?.after, size };
      const { entries, next } = await listHistory(table, { userId, phoneNumber }, reading);
      const link = linkHeader(query, next && cursorText({ after: next }));
      return new Reply(
        entries.map((entry) => toDoNotCallEntry(userId, entry)),
        { link },
      );
    },
  });

/** Each number once, with an id for its change. A repeated request gives all the same ids. */
function numbersToChange(phoneNumbers: readonly string[], newId: NewId): NumberToChange[] {
  const numbers = new Map<string, NumberToChange>();
  for (const phoneNumber of phoneNumbers) {
    const id = newId();
    if (!numbers.has(phoneNumber)) numbers.set(phoneNumber, { phoneNumber, id });
  }
  return [...numbers.values()];
}

/** The result of each number: the first, once, if it was changed. */
const resultsOf = <Changed extends string, Unchanged extends string>(
  phoneNumbers: readonly string[],
  changed: ReadonlySet<string>,
  [one, other]: readonly [Changed, Unchanged],
) =>
  phoneNumbers.map((phone_number, index) => {
    const isChanged = changed.has(phone_number) && phoneNumbers.indexOf(phone_number) === index;
    return { phone_number, result: isChanged ? one : other };
  });
