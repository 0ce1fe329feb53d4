import { defineEnvironment } from 'phone-call-agents';

export default defineEnvironment({
  name: 'production',
  account: '111122223333',
  region: 'us-east-1',
  preset: 'production',
});
