/** A list with the result of a function for each index. */
export const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const named = <T>(count: number, make: (index: number) => T, prefix = 'p') =>
  Object.fromEntries(many(count, (index) => [`${prefix}${index}`, make(index)]));
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const NAMES_200 = many(200, (index) => `r${index}`);
const CONTRADICTION = {
  type: 'string',
  const: 1,
  enum: [1],
  not: {},
  minimum: 5,
  maximum: -5,
  multipleOf: 7,
};

/** The most expensive schemas that each keyword permits. Most of them can be saved. */
export const COSTLY: [string, object, unknown][] = [
  [
    'patternProperties that explode',
    { patternProperties: { '^(a+)+$': {} } },
    { [`${'a'.repeat(5_000)}!`]: 1 },
  ],
  [
    'patternProperties of many',
    { patternProperties: named(300, () => false, '^[a-z]{9}') },
    named(60, () => 'x', 'a'.repeat(400)),
  ],
  [
    'a pattern that grows by the square',
    { properties: { a: { pattern: 'a*b' } } },
    { a: 'a'.repeat(30_000) },
  ],
  [
    'many patterns',
    { properties: named(38, () => ({ pattern: `^${'(a|b|c)'.repeat(57)}` })) },
    named(38, () => 'a'.repeat(60)),
  ],
  // biome-ignore lint/suspicious/noThenProperty: that is how the keyword is called.
  ['a reference to itself by if', { if: { $ref: '#' }, then: { $ref: '#' } }, {}],
  [
    'references that double by if',
    // biome-ignore lint/suspicious/noThenProperty: that is how the keyword is called.
    { properties: { a: { if: { $ref: '#' }, then: { $ref: '#' }, else: { $ref: '#' } } } },
    nested(19),
  ],
  ['a dynamic reference', { $dynamicAnchor: 'x', allOf: [{ $dynamicRef: '#x' }, { $dynamicRef: '#x' }] }, {}],
  [
    'a recursive reference',
    { $recursiveAnchor: true, allOf: [{ $recursiveRef: '#' }, { $recursiveRef: '#' }] },
    {},
  ],
  ['the format url', { properties: { a: { format: 'url' } } }, { a: `http://${'a'.repeat(50)}!` }],
  ['the format regex', { properties: { a: { format: 'regex' } } }, { a: '\\p{L}'.repeat(6_000) }],
  [
    'formats that are none',
    { properties: { a: { format: '__proto__' }, b: { format: '__defineGetter__' } } },
    { a: 'x', b: 'y' },
  ],
  [
    'a long list of unique items',
    { properties: { a: { uniqueItems: true } } },
    { a: many(1_000, (index) => `${index}`.padStart(20)) },
  ],
  [
    'many lists of unique items',
    { properties: { a: { items: { uniqueItems: true } } } },
    { a: many(20, () => many(600, Number)) },
  ],
  [
    'unique objects',
    { properties: { a: { uniqueItems: true } } },
    { a: many(1_000, (index) => ({ a: index })) },
  ],
  [
    'a choice of objects',
    { properties: { a: { items: { enum: many(400, (index) => ({ a: { b: index } })) } } } },
    { a: many(300, () => ({ a: { b: -1 } })) },
  ],
  [
    'a large constant',
    { properties: { a: { items: { const: { x: 'y'.repeat(15_000) } } } } },
    { a: many(200, () => ({ x: 1 })) },
  ],
  [
    'multiples of next to nothing',
    { properties: { a: { items: { allOf: many(8, () => ({ multipleOf: 3e-130 })) } } } },
    { a: many(1_000, () => 9e15) },
  ],
  [
    'what is evaluated by alternatives',
    {
      properties: {
        a: {
          items: {
            anyOf: many(10, () => ({ properties: named(10, () => true) })),
            unevaluatedProperties: false,
          },
        },
      },
    },
    { a: many(80, () => named(10, () => 1)) },
  ],
  [
    'alternatives within alternatives',
    many(95, () => 0).reduce<object>((inner) => ({ anyOf: [inner] }), { required: NAMES_200 }),
    {},
  ],
  [
    'many faults',
    { properties: { a: { items: { allOf: many(3, () => CONTRADICTION) } } } },
    { a: many(900, () => 0.5) },
  ],
  [
    'many names that are required',
    { properties: { a: { items: { allOf: [{ required: NAMES_200 }] } } } },
    { a: many(150, () => ({})) },
  ],
  [
    'many items, none of a kind',
    { properties: { a: { items: { contains: { type: 'string', minimum: 9 } } } } },
    { a: many(30, () => many(200, () => 1)) },
  ],
  [
    'names that depend on names',
    {
      dependentRequired: named(100, () => NAMES_200.slice(100)),
      dependentSchemas: named(100, () => ({ required: ['y'] })),
    },
    named(100, () => 1),
  ],
];
