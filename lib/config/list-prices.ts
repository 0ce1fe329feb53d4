import type { Prices } from '../../lambdas/usage/model/prices.ts';

/**
 * List prices in USD, for the estimates of calls, and of numbers for which the vendor reports no price. Your contract,
 * the country of the callee and the voice may have other prices: change them here, or give an environment its own
 * prices. Each has its vendor's page, and the date of the latest copy of that page with which it was compared.
 */
export const listPrices: Prices = {
  currency: 'USD',
  // Numbers of the United States: https://www.twilio.com/en-us/voice/pricing/us (August 2026)
  telephony: { outbound: 0.014, inbound: 0.0085, recording: 0.0025 },
  // A segment of 0.0083, and a carrier's fee of 0.0035: https://www.twilio.com/en-us/sms/pricing/us (November 2026)
  text_segment: 0.0118,
  // Local numbers: https://www.twilio.com/en-us/phone-numbers/pricing/us (August 2026)
  numbers: { US: 1.15 },
  // Hearing and speaking together: https://www.twilio.com/en-us/products/conversational-ai/pricing (August 2026)
  speech: 0.07,
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
