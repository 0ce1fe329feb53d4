import { StartError } from 'cdk-local/start-error.ts';
import { ConfigurationError } from '../lib/config/configuration-error.ts';
import { synthesize } from './synthesize.ts';
import { MENDABLE } from './synthesize-apart.ts';

const [name = '', directory = '', added = '{}'] = process.argv.slice(2);
try {
  console.log(await synthesize(name, directory, JSON.parse(added)));
} catch (error) {
  const isForUser = error instanceof StartError || error instanceof ConfigurationError;
  console.error(isForUser ? error.message : error);
  process.exitCode = isForUser ? MENDABLE : 1;
}
