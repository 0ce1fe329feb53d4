import fc from 'fast-check';

const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>('\u0000', '\ud800', '\u001f\u007f\u0085', '\u202e', '', ' ', 'x'.repeat(290_000)),
  fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 5e-324, 1.7e308, 2 ** 53, [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 3 }),
);

const oddKeys = fc.constantFrom('__proto__', 'constructor', 'toString', '', '\u0000', '\ud800', 'pk', 'a.b');

/** JSON objects with one or two probable faults. */
export function damagedBodies(bodies: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.oneof(
    fc.tuple(fc.nat(), oddValues).map(([place, value]) => changed(place, () => value)),
    fc.tuple(fc.nat(), oddKeys, oddValues).map(([place, key, value]) => changed(place, added(key, value))),
    fc.nat().map((place) => changed(place, withoutFirst)),
  );
  return fc
    .tuple(bodies, fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([body, changes]) => changes.reduce((whole, each) => each(whole), body))
    .filter((body) => typeof body === 'object' && body !== null && !Array.isArray(body))
    .map((body) => JSON.parse(JSON.stringify(body)));
}

const added = (key: string, value: unknown) => (inner: unknown) =>
  typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    ? Object.fromEntries([...Object.entries(inner), [key, value]])
    : { [key]: value };

function withoutFirst(inner: unknown): unknown {
  if (Array.isArray(inner)) return inner.slice(1);
  return typeof inner === 'object' && inner !== null
    ? Object.fromEntries(Object.entries(inner).slice(1))
    : undefined;
}

/** Changes the value at one of all places of a body, by number. */
const changed = (place: number, change: (inner: unknown) => unknown) => (body: unknown) => {
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
};

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce((sum: number, inner) => sum + countOf(inner), 0);
}
