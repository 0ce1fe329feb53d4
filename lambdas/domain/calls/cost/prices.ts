import * as z from 'zod/mini';

const price = () => z.number().check(z.minimum(0));

/** Prices of what a call uses, in one currency. */
export const prices = z.object({
  /** ISO 4217. */
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  /** The price of each started minute: of a call by its direction, and of a recording. */
  telephony: z.object({ outbound: price(), inbound: price(), recording: price() }),
  /** The price of each started minute of the vendor's speech recognition and speech synthesis. */
  speech: price(),
  /** The price of a million tokens of each model, by its name: input, cached input, and output. */
  models: z.record(z.string(), z.object({ input: price(), cached: price(), output: price() })),
  /**
   * The price of a local number per month, by its country (ISO 3166-1). A country without a price uses the vendor's
   * own.
   */
  numbers: z.optional(z.record(z.string().check(z.regex(/^[A-Z]{2}$/)), price())),
  /** The price of each minute on AWS. */
  aws: price(),
});
export type Prices = z.infer<typeof prices>;
