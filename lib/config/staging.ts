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
  throttle: { rate: 4000, burst: 4000 },
  callbackThrottle: { rate: 5000, burst: 5000 },
  budgets: { token: { rate: 100, burst: 200 }, user: { rate: 200, burst: 400 } },
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
  },
  languageModel: {
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-4.1-mini',
    vendorBBaseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
  },
  vectorDatabase: { apiUrl: 'https://api.pinecone.io' },
  outboundAllowedNetworks: [],
};
