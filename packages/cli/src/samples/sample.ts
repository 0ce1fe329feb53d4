import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { calleeSchema } from 'vendor-simulators/carrier/callees/callee-config.ts';
import { ruleSchema } from 'vendor-simulators/model/rules.ts';
import { z } from 'zod';
import { newerAgentInput } from '../../../../lambdas/agents/model/agent.ts';
import type { Issue } from '../../../../lambdas/http/errors.ts';
import { issuesAt, parseInput } from '../../../../lambdas/http/issues.ts';
import { nearestWord } from '../../../../lambdas/platform/nearest-word.ts';
import { CommandError } from '../errors.ts';
import { readText } from './read-text.ts';
import { readYamlFile } from './yaml-file.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'conversations');

const ofApi = (name: string) => ({ $ref: `openapi.json#/components/schemas/${name}` });

const agentOfSample = z.looseObject({ prompt: z.unknown() }).meta({
  description: 'The agent as for POST /v1/agents/create, without its name and its webhook.',
  allOf: [ofApi('AgentInput')],
});

/** A conversation that can be repeated word for word. */
const sampleSchema = z.strictObject({
  $schema: z.string().optional(),
  about: z.string().optional().meta({ description: 'What the conversation demonstrates.' }),
  agent: agentOfSample,
  agents: z.record(z.uuid(), agentOfSample).default({}).meta({
    description:
      'Agents to which handoffs lead, by an id that you choose. They are created with ids of their own.',
  }),
  call: z.record(z.string(), z.unknown()).default({}).meta({
    description: 'The fields of POST /v1/calls/create besides numbers and agent.',
  }),
  knowledge: z.array(z.string().min(1)).max(1000).default([]).meta({
    description: 'Passages that the agent may look up.',
  }),
  model: z.array(ruleSchema).max(1000).default([]).meta({
    description: 'Rules of the simulated language model for this agent, before its usual ones.',
  }),
  callee: calleeSchema.prefault({}).meta({ description: 'The person or machine that the agent talks to.' }),
  transcript: z.array(z.string()).optional().meta({ description: 'The expected transcript, line by line.' }),
});
export type Sample = z.infer<typeof sampleSchema> & { readonly name: string };

/** The published schema of sample files. */
export const sampleJsonSchema = () => z.toJSONSchema(sampleSchema, { io: 'input', unrepresentable: 'any' });

/** The names of the repository's samples; the packed command line has none. */
export function sampleNames(): string[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.replace(/\.yaml$/, ''))
    .sort();
}

/** Reads a sample by name, or from a JSON or YAML file. Throws CommandError, in one sentence, if it is invalid. */
export async function readSample(given: string): Promise<Sample> {
  const names = sampleNames();
  const isOurs = names.includes(given);
  if (!isOurs && !/[./\\]/.test(given) && !existsSync(given)) {
    const suggestion = nearestWord(given, names);
    const advice =
      suggestion === undefined ? `choose one of ${names.join(', ')}` : `did you mean "${suggestion}"?`;
    throw new CommandError(`There is no sample and no file "${given}": ${advice}`);
  }
  const path = isOurs ? join(FOLDER, `${given}.yaml`) : given;
  const name = path.replace(/^.*[/\\]/, '').replace(/\.\w+$/, '');
  return { ...parseSample(await readText(path, 'sample'), path), name };
}

/** Parses a sample file. Errors name the file and line. */
export function parseSample(text: string, path: string): z.infer<typeof sampleSchema> {
  const file = readYamlFile(text, path);
  const { success, data, error } = sampleSchema.safeParse(file.content, { reportInput: true });
  const issues = success
    ? [
        ...issuesOfAgent(data.agent, ['agent']),
        ...Object.entries(data.agents).flatMap(([id, other]) => issuesOfAgent(other, ['agents', id])),
      ]
    : issuesAt([], error);
  if (success && issues.length === 0) return data;
  // A mistyped key often makes the correct one missing.
  const issue = issues.find(({ type }) => type === 'unknown_key') ?? issues[0];
  const steps = (issue?.loc ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const more = issues.length > 1 ? ` (Further issues: ${issues.length - 1}.)` : '';
  const place = z.core.toDotPath(steps) || 'the sample';
  const reason = issue && (success ? issue.msg : reasonOf(issue, file.valueAt(steps)));
  throw new CommandError(`${file.placeOf(steps)}: ${place}: ${reason}${more}`);
}

/** The issues that the API would report about an agent at `loc`. */
function issuesOfAgent(agent: object, loc: string[]): Issue[] {
  const { error } = parseInput(newerAgentInput, { ...agent, name: 'Demo' });
  return error ? issuesAt(loc, error) : [];
}

/** An issue's message, with what the published schema accepts there. */
function reasonOf({ loc, msg, type }: Issue, given: unknown): string {
  if (type === 'unknown_key') {
    const known = formsAt(loc.slice(0, -1)).flatMap(({ properties = {} }) => Object.keys(properties));
    const key = loc.at(-1) ?? '';
    if (known.includes(key)) return 'This key cannot be combined with the others.';
    return `Unknown key${didYouMean(key, known)}; known are ${[...new Set(known)].join(', ')}.`;
  }
  const forms = formsAt(loc);
  if (type === 'wrong_type') return `Must be ${[...new Set(forms.map((form) => form.type))].join(' or ')}.`;
  const words = forms.flatMap((form) => form.enum ?? []).map(String);
  return type === 'unknown_value' ? msg.replace(/\.$/, `${didYouMean(String(given), words)}.`) : msg;
}

function didYouMean(word: string, known: readonly string[]): string {
  const suggestion = nearestWord(word, known);
  return suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`;
}

type Form = z.core.JSONSchema.JSONSchema;

/** The forms that the published schema accepts at a place. */
const formsAt = (place: readonly string[]): readonly Form[] =>
  place.reduce(
    (forms, step) => forms.flatMap((form) => childrenOf(form, step)).flatMap(formsOf),
    formsOf(sampleJsonSchema()),
  );

const formsOf = (schema: Form): readonly Form[] => schema.anyOf?.flatMap(formsOf) ?? [schema];

function childrenOf({ items, properties, additionalProperties }: Form, step: string): Form[] {
  const child = items ?? properties?.[step] ?? additionalProperties;
  return typeof child === 'object' && !Array.isArray(child) ? [child] : [];
}
