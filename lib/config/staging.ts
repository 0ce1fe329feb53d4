import type { EnvironmentConfig } from './environment-config.ts';

/** Staging: can be thrown away. */
export const staging: EnvironmentConfig = {
  name: 'staging',
  region: 'us-east-1',
  protectData: false,
  logRetentionDays: 14,
  eventArchiveDays: 7,
  logLevel: 'INFO',
  alarms: false,
  throttle: { rate: 50, burst: 100 },
  relayThrottle: { rate: 500, burst: 1000 },
  telephony: {
    apiUrl: 'https://api.twilio.com',
    ringSeconds: 60,
    maxCallSeconds: 3600,
    reconcileSeconds: 120,
    dialConcurrency: 2,
    detectMachines: 'asked',
    refusal: 'Thank you for calling. Nobody can take your call at this number. Goodbye.',
  },
  recordings: { enabled: true, days: 30 },
  calls: {
    concurrentPerUser: 1000,
    perSecondPerAccount: 1,
    maxSilenceSeconds: 30,
    maxMenuSilenceSeconds: 590,
  },
  webhooks: {
    retrySeconds: [5, 300, 1800, 7200, 18_000, 36_000, 36_000],
    disableAfterHours: 120,
    concurrency: 20,
    concurrencyPerUser: 4,
    requestsPerUser: { testsPerMinute: 30, retriesPerMinute: 120, replaysAtOnce: 3 },
  },
  languageModel: {
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-4.1-mini',
    vendorBBaseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    platformModels: {
      llm_vendor_a: ['gpt-4.1-nano', 'gpt-4o-mini'],
      llm_vendor_b: ['gemini-2.5-flash', 'gemini-2.5-flash-lite'],
    },
  },
  vectorDatabase: { apiUrl: 'https://api.pinecone.io' },
  outboundAllowedNetworks: [],
};
