import * as z from 'zod/mini';
import type { CallSnapshot, ConversationAgent } from '../../../agents/model/call-snapshot.ts';

/** The other agent that goes on with a call. */
export const handedTo = z.lazy(() =>
  z.object({
    agent: z.string(),
    /** The call's own agent. */
    own: z.string(),
    /** The agent whose voice is heard; absent for the call's own. */
    voice_of: z.optional(z.string()),
    /** The number of turns before, and what of them the agent knows. */
    turns: z.number(),
    history: z.union([z.enum(['all', 'words', 'none']), z.object({ last: z.number() })]),
  }),
);
export type HandedTo = z.infer<typeof handedTo>;

/** Settings of an agent that go with it. Others are those with which the relay was connected, or the call's. */
const OWN_SETTINGS = [
  ...(['name', 'steps', 'vector_database', 'llm_account_connection', 'llm_model_name_override'] as const),
  ...(['llm_fallback', 'llm_temperature', 'llm_reasoning_effort'] as const),
];

interface Speaking extends ConversationAgent {
  readonly handoff_agents?: CallSnapshot['handoff_agents'];
}

/** The conversation with the agent that has it now. Events of the call go to the webhook of its own agent. */
export function speaking<S extends Speaking>(session: S, taken: HandedTo | undefined): S {
  const { handoff_agents: agents, agent: first } = session;
  const other = taken && agents?.[taken.agent];
  if (!other) return session;
  const { voice } = agents[taken.voice_of ?? '']?.agent ?? first;
  const own = Object.fromEntries(OWN_SETTINGS.map((name) => [name, other.settings[name]]));
  return {
    ...session,
    agent: { ...other.agent, webhook: first.webhook, voice },
    settings: { ...session.settings, ...own },
  };
}
