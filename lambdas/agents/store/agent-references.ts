import type { ConfigurationKind, RecordKey } from '../../records/model/kinds.ts';
import { REFERENCE_FIELDS, targetsOf } from '../../records/store/reference-fields.ts';
import type { Agent } from '../model/agent.ts';

/** The fields of an agent that refer to other records, including those of an inline prompt. */
export const agentReferences: Readonly<Record<string, ConfigurationKind>> = {
  ...Object.fromEntries(
    REFERENCE_FIELDS.filter(({ kind }) => kind === 'agent').map(({ field, target }) => [field, target]),
  ),
  'prompt.prompt_template': 'prompt_template',
};

/** The references within a field that accepts an agent's id or an inline agent, besides others. */
export function inlineAgentReferences(
  field: string,
  others: Readonly<Record<string, ConfigurationKind>> = {},
): Readonly<Record<string, ConfigurationKind>> {
  const inner = Object.entries(agentReferences).map(([name, kind]) => [`${field}.${name}`, kind]);
  return { ...others, [field]: 'agent', ...Object.fromEntries(inner) };
}

export const compactReferences = ({ prompt, voice, webhook, actions }: Agent): RecordKey[] =>
  targetsOf('agent', { prompt, voice, webhook, actions });
