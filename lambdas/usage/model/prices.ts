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
  /** The price of a million characters that Amazon Polly speaks in previews of voices, by engine. */
  polly: z.optional(z.object({ standard: price(), neural: price(), generative: price() })),
  /** The price of a million tokens of each model, by its name: input, cached input, and output. */
  models: z.record(z.string(), z.object({ input: price(), cached: price(), output: price() })),
  /** By country (ISO 3166-1), per month. Without a price, the vendor's own price applies. */
  numbers: z.optional(z.record(z.string().check(z.regex(/^[A-Z]{2}$/)), price())),
  aws: price(),
});
export type Prices = z.infer<typeof prices>;

export const PRICES: Variable<Prices> = { name: 'PRICES', codec: json(prices) };

/**
 * List prices in USD, for the estimates of calls, and of numbers for which the vendor reports no price. Your
 * contract, the country of the callee and the voice may have other prices: change them here, or give an environment
 * its own prices. Each has its vendor's page, and the date of the latest copy of that page it was compared with.
 */
export const LIST_PRICES: Prices = {
  currency: 'USD',
  // Numbers of the United States: https://www.twilio.com/en-us/voice/pricing/us (August 2026)
  telephony: { outbound: 0.014, inbound: 0.0085, recording: 0.0025 },
  // A segment of 0.0083, and a carrier's fee of 0.0035: https://www.twilio.com/en-us/sms/pricing/us (November 2026)
  text_segment: 0.0118,
  // Local numbers: https://www.twilio.com/en-us/phone-numbers/pricing/us (August 2026)
  numbers: { US: 1.15 },
  // Speech recognition and synthesis together: https://www.twilio.com/en-us/products/conversational-ai/pricing
  // (August 2026)
  speech: 0.07,
  // https://aws.amazon.com/polly/pricing/ (2026)
  polly: { standard: 4, neural: 16, generative: 30 },
  models: {
    // https://developers.openai.com/api/docs/pricing (March 2026; cached input November 2026)
    'gpt-4.1-mini': { input: 0.4, cached: 0.1, output: 1.6 },
    'gpt-4.1-nano': { input: 0.1, cached: 0.025, output: 0.4 },
    'gpt-4o-mini': { input: 0.15, cached: 0.075, output: 0.6 },
    // https://ai.google.dev/gemini-api/docs/pricing (March 2026)
    'gemini-2.5-flash': { input: 0.3, cached: 0.03, output: 2.5 },
    'gemini-2.5-flash-lite': { input: 0.1, cached: 0.01, output: 0.4 },
    // https://aws.amazon.com/bedrock/pricing/ (2026; cached input July 2025)
    'us.amazon.nova-micro-v1:0': { input: 0.035, cached: 0.00875, output: 0.14 },
    'us.amazon.nova-lite-v1:0': { input: 0.06, cached: 0.015, output: 0.24 },
  },
  // Measured: docs/cost.md.
  aws: 0.000568,
};
