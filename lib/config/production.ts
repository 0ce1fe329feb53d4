import type { EnvironmentConfig } from './environment-config.ts';

/** Production: its data outlives mistakes. */
export const production: EnvironmentConfig = {
  name: 'production',
  region: 'us-east-1',
  protectData: true,
  logRetentionDays: 90,
  eventArchiveDays: 30,
  logLevel: 'INFO',
  alarms: true,
  throttle: { rate: 4000, burst: 4000 },
  callbackThrottle: { rate: 5000, burst: 5000 },
  budgets: { token: { rate: 100, burst: 200 }, user: { rate: 200, burst: 400 } },
  // Twice what the budgets of a user and of a token allow in a minute: a flood is stopped here, and a little too much by a budget.
  webAcl: { apiPerAddress: 24_000, apiPerToken: 12_000, callbacksPerAddress: 60_000 },
  relayThrottle: { rate: 4000, burst: 4000 },
  telephony: {
    apiUrl: 'https://api.twilio.com',
    ringSeconds: 60,
    maxCallSeconds: 3600,
    reconcileSeconds: 120,
    dialConcurrency: 5,
    detectMachines: 'asked',
    refusal: 'Thank you for calling. Nobody can take your call at this number. Goodbye.',
  },
  recordings: { enabled: true, days: 365 },
  calls: {
    concurrentPerUser: 1000,
    perSecondPerAccount: 1,
    maxSilenceSeconds: 30,
    maxMenuSilenceSeconds: 590,
  },
  webhooks: {
    retrySeconds: [5, 300, 1800, 7200, 18_000, 36_000, 36_000],
    disableAfterHours: 120,
    concurrency: 50,
  },
  languageModel: {
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-4.1-mini',
    vendorBBaseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
  },
  vectorDatabase: { apiUrl: 'https://api.pinecone.io' },
  outboundAllowedNetworks: [],
};
