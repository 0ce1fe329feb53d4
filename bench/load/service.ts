// The local service without its request limit, in its own process. node service.ts <data folder>
import { startService } from '../../local/service.ts';
import { synthesizeUnthrottled } from '../unthrottled.ts';
import { ready } from './program.ts';

const [data = ''] = process.argv.slice(2);
const service = await startService({
  data,
  port: 0,
  environment: 'staging',
  assembly: synthesizeUnthrottled(data),
  reset: false,
  accounts: {
    telephonyAccountSid: `AC${'0'.repeat(32)}`,
    telephonyAuthToken: 'local-auth-token',
    llmApiKey: 'local-api-key',
  },
  carrierPace: 1,
});
ready(service.connection, () => service.close());
