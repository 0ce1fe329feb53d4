import * as z from 'zod/mini';
import type { CallAction } from '../../actions/model/action.ts';
import { promptFields } from '../../prompts/model/prompt.ts';
import { type AgentSettings, agentSettings } from './agent.ts';
import { callAgent } from './compact-agent.ts';

const promptRecord = z.lazy(() => {
  const { content: _, collect_fields: __, ...fields } = promptFields();
  return z.object(fields);
});

const conversationAgent = () => ({ agent: callAgent, settings: agentSettings });

/** The snapshot of a call: its agent at the time when the call was placed. It is stored once and read with the call. */
export const callSnapshot = z.lazy(() =>
  z.object({
    ...conversationAgent(),
    /** The agents to which the steps can hand the call, and those to which these can, by their ids. */
    handoff_agents: z.optional(z.record(z.string(), z.object(conversationAgent()))),
    /** The prompt's record, without the text. */
    prompt: z.optional(promptRecord),
    context_source: z.optional(
      z.object({ endpoint: z.nullable(z.string()), required_keys: z.array(z.string()) }),
    ),
  }),
);
export type CallSnapshot = z.infer<typeof callSnapshot>;
export type ConversationAgent = Pick<CallSnapshot, 'agent' | 'settings'>;

/** An action of the agents that can have the call. */
export const actionIn = (
  { agent, handoff_agents = {} }: Pick<CallSnapshot, 'agent' | 'handoff_agents'>,
  actionId: string | undefined,
): CallAction | undefined =>
  [agent, ...Object.values(handoff_agents).map((other) => other.agent)]
    .flatMap(({ actions }) => actions)
    .find(({ id }) => id === actionId);

/** The snapshot as it is stored, without default settings, which parsing adds. */
export const snapshotOf = ({ agent, settings, handoff_agents, prompt, context_source }: CallSnapshot) => ({
  ...withoutDefaults({ agent, settings }),
  ...(handoff_agents && { handoff_agents: mapValues(handoff_agents, withoutDefaults) }),
  ...(prompt && { prompt }),
  ...(context_source && { context_source }),
});

/** Default settings would cost a seventh of a write unit per call. */
function withoutDefaults({ agent, settings }: ConversationAgent) {
  const defaults = new Map(Object.entries(agentSettings.parse({})));
  const own: Partial<AgentSettings> = Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== defaults.get(name)),
  );
  return { agent, settings: own };
}

const mapValues = <From, To>(map: Readonly<Record<string, From>>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
