import * as z from 'zod/mini';
import { json } from '../../platform/variables/codecs.ts';
import type { Variable } from '../../platform/variables/variable.ts';

const price = () => z.number().check(z.minimum(0));

export const prices = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  /** The price of each started minute: of a call by its direction, and of a recording. */
  telephony: z.object({ outbound: price(), inbound: price(), recording: price() }),
  /** The price of each segment of a text message, with the carrier's fee. */
  text_segment: z.optional(price()),
  /** The price of each started minute of the vendor's speech recognition and speech synthesis. */
  speech: price(),
  /** The price of a million tokens of each model, by its name: input, cached input, and output. */
  models: z.record(z.string(), z.object({ input: price(), cached: price(), output: price() })),
  /** By country (ISO 3166-1), a month. Without a price, the vendor's own counts. */
  numbers: z.optional(z.record(z.string().check(z.regex(/^[A-Z]{2}$/)), price())),
  aws: price(),
});
export type Prices = z.infer<typeof prices>;

export const PRICES: Variable<Prices> = { name: 'PRICES', codec: json(prices) };
