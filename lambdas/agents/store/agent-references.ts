import { promptTemplateKind } from '../../prompts/model/prompt.ts';
import type { Kind, RecordKey } from '../../records/model/kind.ts';
import { targetsOf } from '../../records/store/reference-fields.ts';
import type { Agent } from '../model/agent.ts';
import { agentKind } from '../model/agent.ts';
import { agentVersionKind } from '../model/agent-version.ts';
import { handoffIds } from '../model/steps.ts';

const { handoff_agents: _, ...ownReferences } = agentKind.references ?? {};

/** The fields of an agent that refer to other records, including those of an inline prompt and of its steps. */
export const agentReferences: Readonly<Record<string, Kind>> = {
  ...ownReferences,
  'prompt.prompt_template': promptTemplateKind,
  'steps.handoffs.*.agent': agentKind,
};

export const INLINE_KINDS: readonly Kind[] = [agentKind, agentVersionKind, ...Object.values(agentReferences)];

/** The references within a field that accepts an agent's id or an inline agent, besides others. */
export function inlineAgentReferences(
  field: string,
  others: Readonly<Record<string, Kind>> = {},
): Readonly<Record<string, Kind>> {
  const inner = Object.entries(agentReferences).map(([name, kind]) => [`${field}.${name}`, kind]);
  return { ...others, [field]: agentKind, ...Object.fromEntries(inner) };
}

/** The records to which an agent refers, also one of a version. */
export const allReferences = (agent: Partial<Agent>): RecordKey[] =>
  targetsOf(agentKind, { ...agent, handoff_agents: handoffIds(agent.steps) });

export const compactReferences = ({ prompt, voice, webhook, actions }: Agent): RecordKey[] =>
  targetsOf(agentKind, { prompt, voice, webhook, actions });
