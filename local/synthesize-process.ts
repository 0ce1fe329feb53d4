import { StartError } from 'cdk-local/start-error.ts';
import { isEnvironmentName, synthesize } from './synthesize.ts';
import { MENDABLE } from './synthesize-apart.ts';

const [name = '', directory = '', added = '{}'] = process.argv.slice(2);
try {
  if (!isEnvironmentName(name)) throw new StartError(`There is no environment "${name}".`);
  console.log(synthesize(name, directory, JSON.parse(added)));
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = error instanceof StartError ? MENDABLE : 1;
}
