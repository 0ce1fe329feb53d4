import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { CommandError } from '#cli/errors.ts';
import { stageId } from '../lib/config/environments.ts';

/** The outputs of all deployed stacks, by the stack's name. */
const stacks = z.record(z.string(), z.record(z.string(), z.string()));

/** Finds an output of an environment's stacks in the file from `npm run deploy`. */
export function outputsIn(file: string, environment: string): (stack: string, name: string) => string {
  let outputs: z.infer<typeof stacks>;
  try {
    outputs = stacks.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new CommandError(`${file} cannot be read. Deploy with "npm run deploy", which writes it.`);
  }
  return (stack, name) => {
    const stackName = `${stageId(environment)}-${stack}`;
    const value = outputs[stackName]?.[name];
    if (value === undefined)
      throw new CommandError(`${file} has no output ${name} of the stack ${stackName}.`);
    return value;
  };
}
