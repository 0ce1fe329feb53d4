import * as z from 'zod/mini';
import { answerByVersion, isSince } from '../../http/api-version.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { invalidInput } from '../../http/errors.ts';
import {
  cursorOf,
  cursorOrPage,
  cursorText,
  linkHeader,
  MALFORMED_CURSOR,
  pageOf,
  pageWith,
  throwTooLarge,
} from '../../http/page.ts';
import {
  booleanFromText,
  numberFromText,
  optionalParameter,
  pageSize,
  phoneNumberFromText,
  timeFromText,
} from '../../http/query/query-values.ts';
import { Reply } from '../../http/reply.ts';
import type { ApiVersion } from '../../platform/api-versions.ts';
import { id, integerBetween } from '../../platform/fields.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { answeredBy } from '../../vendors/model/answered-by.ts';
import { callStatus, direction, stageOutcome } from '../model/call.ts';
import { inSeconds, listedCall, listedCallInSeconds } from '../model/listed-call.ts';
import type { CallsPage } from '../store/call-list-request.ts';
import { CALLS_INDEX } from '../store/keys.ts';
import { findCallPage } from '../store/list-calls.ts';
import { PageOutOfReach } from '../store/matching-calls.ts';

/** A Lambda function may return 6 MB. Reading must take only a small part of 512 MB and 10 s. */
const BOUNDS = { answerBytes: 5_000_000, readBytes: 16_000_000, indexPages: 4 };

/** Default number of calls on a page by number. */
const DEFAULT_SIZE = 10;

/** Above this number, calls are counted for the first page only: each thousand costs 25 read units. */
const COUNTED_FOR_EACH_PAGE = 1000;

/** The position of a cursor: after a page by number with the calls before it, in a long list with the total. */
const position = z.lazy(() =>
  z.strictObject({
    after: id,
    ascending: z.optional(z.literal(true)),
    page: z.optional(z.int().check(z.minimum(2))),
    before: z.optional(z.int().check(z.minimum(0))),
    total: z.optional(z.int().check(z.minimum(0))),
  }),
);

const query = z.lazy(() =>
  z
    .strictObject({
      status: optionalParameter(callStatus),
      agent: optionalParameter(id),
      from_number: optionalParameter(phoneNumberFromText),
      to_number: optionalParameter(phoneNumberFromText),
      direction: optionalParameter(direction),
      answered_by: optionalParameter(answeredBy),
      stage_outcome: optionalParameter(stageOutcome),
      created_after: optionalParameter(timeFromText),
      created_before: optionalParameter(timeFromText),
      page: z.optional(z.pipe(numberFromText, integerBetween(1, 1_000_000_000))),
      size: pageSize(),
      sort_column: optionalParameter(z.enum(['id', 'created_at'])),
      sort_desc: z.optional(z.pipe(booleanFromText, z.boolean())),
      cursor: z.optional(cursorOf(position)),
    })
    .check(cursorOrPage, ({ value, issues }) => {
      const ascending = value.sort_desc === false;
      if (!value.cursor || (value.cursor.ascending ?? false) === ascending) return;
      issues.push({ ...MALFORMED_CURSOR, input: '', path: ['cursor'] });
    }),
);

const bareList = z.lazy(() => z.array(listedCall));

export const listCalls = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/calls/list',
    summary: 'List calls',
    query,
    response: answerByVersion({
      '2023-08': bareList,
      '2024-08': bareList,
      '2024-08-27': z.lazy(() => pageOf(listedCallInSeconds)),
      '2026-11': z.lazy(() => pageOf(listedCall)),
    }),
    responseHeaders: ['Link', 'X-Total-Count'],
    tableActions: ['GetItem', 'Query', 'BatchGetItem'],
    tableIndexes: [CALLS_INDEX],
    variables: [PRICES],
    async run({ userId, query, apiVersion }, { table }) {
      const reading = readingOf(query, apiVersion);
      const request = { ...reading.request, prices: readVariable(PRICES) };
      const callsPage = await findCallPage(table, userId, request).catch(throwUnreadable);
      const { total, isExact } = callsPage;
      const next = callsPage.next && cursorText(positionAfter(callsPage.next, reading, callsPage));
      const calls = [...callsPage.calls];
      const headers = {
        link: linkHeader(query, next),
        ...(isExact && { 'x-total-count': String(total) }),
      };
      if (!reading.answersPage) return new Reply(calls, headers);
      const {
        number: page,
        request: { size = DEFAULT_SIZE },
      } = reading;
      const place = { page, size, total, isExact, next };
      if (apiVersion === '2024-08-27') return new Reply(pageWith(calls.map(inSeconds), place), headers);
      return new Reply(pageWith(calls, place), headers);
    },
  });

type Reading = ReturnType<typeof readingOf>;

/** How a request pages through the list; since 2024-08-27 always by pages. */
function readingOf({ sort_column: _, ...parameters }: z.output<typeof query>, apiVersion: ApiVersion) {
  const { page, size, sort_desc: descending = true, cursor, ...filter } = parameters;
  const answersPage = isSince(apiVersion, '2024-08-27');
  const numbered = page ?? (answersPage && !cursor ? 1 : undefined);
  const isPaged = answersPage || numbered !== undefined || cursor?.page !== undefined;
  return {
    answersPage,
    isPaged,
    number: numbered ?? cursor?.page ?? 2,
    request: {
      filter,
      after: cursor?.after,
      before: cursor?.before,
      total: cursor?.total,
      page: numbered,
      size: size ?? (isPaged ? DEFAULT_SIZE : undefined),
      descending,
      bounds: BOUNDS,
    },
  };
}

function positionAfter(after: string, { isPaged, number, request }: Reading, callsPage: CallsPage) {
  return {
    after,
    ...(!request.descending && { ascending: true }),
    ...(isPaged && { page: number + 1, before: callsPage.passed }),
    ...(callsPage.total > COUNTED_FOR_EACH_PAGE && { total: callsPage.total }),
  };
}

function throwUnreadable(error: unknown): never {
  if (!(error instanceof PageOutOfReach)) return throwTooLarge(error);
  const msg =
    'This page is beyond the 12,000 calls that one request reads; follow the Link header, or narrow created_after and created_before.';
  throw invalidInput([{ loc: ['query', 'page'], msg, type: 'page_out_of_reach' }]);
}
