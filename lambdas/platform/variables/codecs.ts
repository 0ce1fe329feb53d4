import * as z from 'zod/mini';
import type { Codec } from './variable.ts';

/** Reads and writes a variable through a schema. Free of side effects, so that bundles drop unused codecs. */
// @__NO_SIDE_EFFECTS__
const through = <Value>(schema: z.ZodMiniType<Value, string>): Codec<Value> => ({
  decode: (text) => z.decode(schema, text),
  encode: (value) => z.encode(schema, value),
});

export const decimal = through(
  z.codec(z.string().check(z.regex(/^\d+(\.\d+)?$/)), z.number(), { decode: Number, encode: String }),
);

export const flag = through(
  z.codec(z.enum(['true', 'false']), z.boolean(), {
    decode: (text) => text === 'true',
    encode: (value) => (value ? 'true' : 'false'),
  }),
);

const SEPARATOR = ',';
const split = (text: string) => text.split(SEPARATOR).filter((part) => part !== '');

/** Texts that are not empty and contain no comma. */
export const list: Codec<readonly string[]> = through(
  z.codec(z.string(), z.array(z.string().check(z.regex(/^[^,]+$/))), {
    decode: split,
    encode: (parts) => parts.join(SEPARATOR),
  }),
);

export const decimals: Codec<readonly number[]> = through(
  z.codec(z.string().check(z.regex(/^[\d.,]*$/)), z.array(z.number()), {
    decode: (text) => split(text).map(Number),
    encode: (numbers) => numbers.join(SEPARATOR),
  }),
);

// @__NO_SIDE_EFFECTS__
export const oneOf = <const Values extends readonly string[]>(values: Values) => through(z.enum(values));

// @__NO_SIDE_EFFECTS__
export const json = <Schema extends z.ZodMiniType>(schema: Schema) =>
  through(
    z.codec(z.string(), schema, {
      decode: (text) => JSON.parse(text),
      encode: (value) => JSON.stringify(value),
    }),
  );
