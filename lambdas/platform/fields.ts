import * as z from 'zod/mini';

/** The id of a record: a UUID. Ours have version 7, so they sort by creation time. */
export const id = z.uuid().check(z.toLowerCase());

export const phoneNumber = z.e164();

/** Parses a date and time of ISO 8601 with an offset; returns it in UTC, to the millisecond. */
export const time = () =>
  z.pipe(
    z.iso
      .datetime({ offset: true })
      .check(z.refine(hasStorableYear, 'The year in UTC must be 0000 to 9999.')),
    z.transform((text) => new Date(text).toISOString()),
  );

/** Other years have six digits and a sign, and would not be in order with ours. */
const hasStorableYear = (text: string) =>
  Number.isNaN(Date.parse(text)) || /^\d{4}-/.test(new Date(text).toISOString());

/** A time that we generated: ISO 8601 in UTC. */
export const utcTime = () => z.iso.datetime();

export const text = (maximum: number) => z.string().check(z.maxLength(maximum));

export const requiredText = (maximum: number) => z.string().check(z.minLength(1), z.maxLength(maximum));

/** Text for markup, URLs, forms and headers may not contain control characters. */
const withoutControls = () =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the refused characters.
  z.regex(/^[^\u0000-\u001f\u007f]*$/, 'Must have no control characters.');

export const printableText = (maximum: number) => text(maximum).check(withoutControls());

export const requiredPrintableText = (maximum: number) => requiredText(maximum).check(withoutControls());

/** Control characters, unpaired surrogates, and characters that change the direction of the text around them. */
const HIDDEN = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

/** The text without what a plain text may not have. */
export const withoutHidden = (value: string): string =>
  value.replaceAll(new RegExp(`(?![\\t\\n\\r])${HIDDEN.source}|[\\u061C\\u200E\\u200F]`, 'gu'), '');

export const isPlainName = (name: string): boolean => !HIDDEN.test(name);

const isPlainText = (value: string): boolean => isPlainName(value.replaceAll(/[\t\n\r]/g, ''));

export const PLAIN = 'Must have no control characters, unpaired surrogates or marks of direction.';

/** The smallest number that DynamoDB stores: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const SMALLEST_NUMBER = 1e-130;

const isTooSmall = (value: number) => value !== 0 && Math.abs(value) < SMALLEST_NUMBER;

/** A number between two bounds, inclusive. A number too small to store becomes 0. */
export const numberBetween = (minimum: number, maximum: number) =>
  z.number().check(
    z.minimum(minimum),
    z.maximum(maximum),
    z.overwrite((value) => (isTooSmall(value) ? 0 : value)),
  );

export const integerBetween = (minimum: number, maximum: number) =>
  z.int().check(z.minimum(minimum), z.maximum(maximum));

export const plainText = (maximum: number) => text(maximum).check(z.refine(isPlainText, PLAIN));

/** A map of string to string with at most 50 entries, such as the context of a call. */
export const stringMap = z
  .record(requiredText(100).check(z.refine(isPlainName, PLAIN)), plainText(2000))
  .check(
    z.refine((map) => Object.keys(map).length <= 50, 'At most 50 entries are allowed.'),
    z.meta({ maxProperties: 50 }),
  );

const isNested = z.refine<object>((value) => isNestedAtMost(value, 20), {
  error: 'The object may be nested at most 20 deep.',
  abort: true,
});

const hasKeptNumbers = z.refine<object>(
  hasNumbersToKeep,
  'Numbers in the object must be 0 or have an absolute value from 1e-130 to 9007199254740991.',
);

const hasKeptKeys = z.refine<object>(hasKeysToKeep, 'Keys in the object may be neither empty nor __proto__.');

/** Checks that DynamoDB stores an object as it is. */
export const STORABLE = [isNested, hasKeptNumbers, hasKeptKeys] as const;

/** A free-form JSON object of at most 16 KB, nested at most 20 deep. */
export const freeFormObject = z.record(z.string(), z.unknown()).check(
  isNested,
  z.refine((value) => JSON.stringify(value).length <= 16_384, 'The object may have at most 16 KB as JSON.'),
  hasKeptNumbers,
  hasKeptKeys,
  z.meta({ propertyNames: { minLength: 1, not: { const: '__proto__' } } }),
);

/** A URL that we request: http or https, without credentials, at a port that none of our services uses. */
export const outboundUrl = z
  .string()
  .check(
    z.maxLength(2048),
    z.refine(
      isOutboundUrl,
      'Must be an http or https URL without credentials, at port 80, 443 or from 1024 up.',
    ),
    z.meta({ format: 'uri' }),
  );

/** Fields that a client may send back; they are ignored. */
export const readOnlyFields = { id: z.optional(z.unknown()), user_id: z.optional(z.unknown()) };

export const REDACTED = '[redacted]';

export const ownerFields = { id, user_id: id };

function isOutboundUrl(value: string): boolean {
  const url = URL.parse(value);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.hostname !== '' && isOutboundPort(url.port);
}

export const isOutboundPort = (port: string): boolean =>
  port === '' || port === '80' || port === '443' || Number(port) >= 1024;

function isNestedAtMost(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isNestedAtMost(inner, depth - 1));
}

/** Larger integers are inexact in JavaScript, and the DynamoDB client refuses them. */
function hasNumbersToKeep(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER && !isTooSmall(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(hasNumbersToKeep);
}

/** DynamoDB stores no empty keys within an item, and `__proto__` would set an object's prototype. */
function hasKeysToKeep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([key, inner]) => (Array.isArray(value) || (key !== '' && key !== '__proto__')) && hasKeysToKeep(inner),
  );
}

const warningType = z.enum([
  ...['no_effect', 'unfilled', 'unreachable', 'circle', 'too_many_exits', 'insecure', 'undisclosed'],
] as const);

export const warning = z.lazy(() =>
  z.object({ loc: z.array(z.string()), msg: z.string(), type: warningType }),
);
export type Warning = z.infer<typeof warning>;

export const warningField = () => ({ warnings: z.optional(z.array(warning)) });
