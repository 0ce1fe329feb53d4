import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calleeSchema } from 'vendor-simulators/carrier/callees/callee-config.ts';
import { ruleSchema } from 'vendor-simulators/model/rules.ts';
import { z } from 'zod';
import { CommandError } from './clients/command-error.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'examples', 'conversations');

/** A sample conversation, repeatable word for word. */
const sampleSchema = z.strictObject({
  about: z.string(),
  /** The agent as for `POST /v1/agents/create`, without its webhook. */
  agent: z.looseObject({ prompt: z.looseObject({ collect_fields: z.array(z.unknown()).default([]) }) }),
  /** The fields of `POST /v1/calls/create` besides numbers and agent. */
  call: z.record(z.string(), z.unknown()).default({}),
  /** Rules of the scripted model besides its usual replies; each selects the agent by words of its prompt (`system`). */
  model: z.array(ruleSchema).default([]),
  callee: calleeSchema,
  /** Other callees by number. */
  others: z.record(z.string(), calleeSchema).default({}),
  /** The expected transcript, line by line. */
  transcript: z.array(z.string()),
});
export type Sample = z.infer<typeof sampleSchema>;

/** The names of the samples. */
export function sampleNames(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace(/\.json$/, ''))
    .sort();
}

/** Reads a sample by its name. Throws CommandError if there is none. */
export function readSample(name: string): Sample {
  const names = sampleNames();
  if (!names.includes(name)) {
    throw new CommandError(`There is no sample "${name}"; choose one of ${names.join(', ')}.`);
  }
  return sampleSchema.parse(JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')));
}
