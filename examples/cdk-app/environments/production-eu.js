import { defineEnvironment } from 'phone-call-agents';

export default defineEnvironment({
  name: 'production-eu',
  account: '111122223333',
  region: 'eu-central-1',
  preset: 'production',
  languageModel: { bedrock: { models: ['eu.amazon.nova-micro-v1:0', 'eu.amazon.nova-lite-v1:0'] } },
});
