// A process with the service on a clock of its own: service-process.ts starts it in place of local/start.ts.
import { parseStartArguments } from '../../../local/arguments.ts';
import { readEnvironment } from '../../../local/environment.ts';
import { startService } from '../../../local/service.ts';

const options = parseStartArguments(process.argv.slice(2));
if (!options) throw new Error('This program shows no help.');
const clock = JSON.parse(process.env.CLOCK ?? '');
const service = await startService({ ...options, ...readEnvironment(), clock });
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
