// The local service without limits, in its own process. node service.ts <data folder>
import { startService } from '../../local/service.ts';
import { unthrottledService } from '../unthrottled.ts';
import { ready } from './program.ts';

const [data = ''] = process.argv.slice(2);
const service = await startService(unthrottledService(data));
ready(service.connection, () => service.close());
