import type { EnvironmentConfig } from './environment-config.ts';

/** Production: its data is protected. */
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
  // Twice what the budgets of a user and a token permit in a minute: this stops floods, and budgets refuse smaller
  // excesses.
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
  quotas: {
    numbers: 100,
    own_numbers: 1000,
    agents: 1000,
    prompts: 2000,
    prompt_templates: 2000,
    voices: 2000,
    actions: 5000,
    webhooks: 100,
    vector_databases: 100,
    account_connections: 100,
    scheduled_calls: 10_000,
    stored_bytes: 1_000_000_000,
    model_tokens: 5_000_000,
    call_minutes: 10_000,
  },
  webhooks: {
    retrySeconds: [5, 300, 1800, 7200, 18_000, 36_000, 36_000],
    disableAfterHours: 120,
    concurrency: 50,
    concurrencyPerUser: 10,
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
