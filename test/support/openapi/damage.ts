import fc from 'fast-check';
import type { Operation } from './document.ts';
import type { PlannedRequest } from './requests.ts';

/** Texts that the sender writes as JSON that `JSON.stringify` cannot produce. */
export const RAW_JSON: Readonly<Record<string, string>> = {
  '<number too large>': '1e400',
  '<nested>': `${'['.repeat(1000)}${']'.repeat(1000)}`,
  '<nested objects>': `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`,
  '<huge text>': `"${'x'.repeat(290_000)}"`,
  '<too large text>': `"${'é'.repeat(200_000)}"`,
};

const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...Object.keys(RAW_JSON)),
  fc.constantFrom<unknown>('\u0000', '\ud800', 'a\udfffb', '\u001f\u007f\u0085', '\u202e', '', ' ', '\uffff'),
  fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 5e-324, 1.7e308, 2 ** 53, 1e21, [], {}, [[]], [null]),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
);

const oddKeys = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '',
    '\u0000',
    '\ud800',
    'pk',
    'a.b',
    '#',
    '0',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const oddTexts = fc.constantFrom(
  ...[
    '',
    ' ',
    'null',
    '[]',
    '17',
    '"x"',
    '{',
    '{"a":',
    "{'a':1}",
    '{"a":1,}',
    'NaN',
    '\ufeff{}',
    '{}{}',
    '\u0000',
    'a=b',
  ],
);

const oddHeaders: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    fc.constant('content-type'),
    fc.constantFrom(
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/json; charset=x',
      ';',
      'json',
    ),
  ),
  fc.tuple(
    fc.constant('idempotency-key'),
    fc.constantFrom('', 'a b', '\u00e9', 'x'.repeat(256), '\t', 'x'.repeat(2000)),
  ),
  fc.tuple(
    fc.constant('api-version'),
    fc.constantFrom('', '2022-01', '2024-08-27', 'latest', '2024-08, 2023-08', '\u00e9'),
  ),
);

const oddQueries = fc.oneof(
  fc.constantFrom(
    '&',
    '=',
    '?',
    '%',
    '%ff',
    '%00',
    '%zz=1',
    'id',
    'id=',
    'id=%00',
    '__proto__=1',
    'constructor=1',
    'id[]=1',
    'id=1&id=2',
    '+',
  ),
  fc.constantFrom(
    'page=0',
    'page=1e9',
    'page=99999999999999999999',
    'size=101',
    'size=-1',
    'size=1.5',
    'sort_desc=2',
    'sort_column=user_id',
  ),
  fc.constantFrom(
    'cursor=',
    'cursor=x',
    'cursor=e30',
    'cursor=bnVsbA',
    'cursor=%F0%9F%98%80',
    `cursor=${'A'.repeat(4000)}`,
  ),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => `id=${encodeURIComponent(text.toWellFormed())}`),
);

type Damage = (request: PlannedRequest) => PlannedRequest;

/** Requests with one or two probable faults. */
export function damagedRequests(operation: Operation, allowed: fc.Arbitrary<PlannedRequest>) {
  const damages = [
    oddHeaders.map(
      ([name, value]): Damage =>
        (request) => ({ ...request, headers: { ...request.headers, [name]: value } }),
    ),
    oddQueries.map(
      (text): Damage =>
        (request) => ({ ...request, query: [...request.query, ['', text]] }),
    ),
    fc.nat(5).map(
      (place): Damage =>
        (request) => ({ ...request, query: request.query.filter((_, index) => index !== place) }),
    ),
    fc.tuple(fc.nat(5), fc.string({ unit: 'binary' })).map(
      ([place, value]): Damage =>
        (request) =>
          withValue(request, place, value),
    ),
  ];
  const ofBody = [
    fc
      .tuple(fc.nat(), oddValues)
      .map(([place, value]): Damage => changed((body) => replaced(body, place, value))),
    fc
      .tuple(fc.nat(), oddKeys, oddValues)
      .map(([place, key, value]): Damage => changed((body) => added(body, place, key, value))),
    fc.nat().map((place): Damage => changed((body) => removed(body, place))),
    oddTexts.map(
      (text): Damage =>
        (request) => ({ ...request, text }),
    ),
  ];
  const any = fc.oneof(...damages, ...(operation.body ? [...ofBody, ...ofBody] : []));
  return fc
    .tuple(allowed, fc.array(any, { minLength: 1, maxLength: 2 }))
    .map(([request, all]) => all.reduce((whole, damage) => damage(whole), request));
}

const changed =
  (change: (body: unknown) => unknown): Damage =>
  (request) =>
    request.body === undefined ? request : { ...request, body: change(request.body) };

function withValue(request: PlannedRequest, place: number, value: string): PlannedRequest {
  return {
    ...request,
    query: request.query.map((pair, index) => (index === place ? [pair[0], value] : pair)),
  };
}

/** Each of these changes the value at one of all places of a body, by number. */
const replaced = (body: unknown, place: number, value: unknown) => visit(body, place, () => value);

const added = (body: unknown, place: number, key: string, value: unknown) =>
  visit(body, place, (inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries([...Object.entries(inner), [key, value]])
      : { [key]: value },
  );

const removed = (body: unknown, place: number) =>
  visit(body, place, (inner) => (Array.isArray(inner) ? inner.slice(1) : withoutFirst(inner)));

function withoutFirst(inner: unknown): unknown {
  return typeof inner === 'object' && inner !== null
    ? Object.fromEntries(Object.entries(inner).slice(1))
    : undefined;
}

function visit(body: unknown, place: number, change: (inner: unknown) => unknown): unknown {
  const target = place % countOf(body);
  let count = -1;
  const walk = (value: unknown): unknown => {
    count += 1;
    if (count === target) return change(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(body);
}

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce((sum: number, inner) => sum + countOf(inner), 0);
}
