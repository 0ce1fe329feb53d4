import { defineEnvironment } from 'phone-call-agents';

export default defineEnvironment({ name: 'staging', region: 'us-east-1', preset: 'staging' });
