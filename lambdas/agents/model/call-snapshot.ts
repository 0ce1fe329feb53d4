import * as z from 'zod/mini';
import { promptFields } from '../../prompts/model/prompt.ts';
import { type AgentSettings, agentSettings } from './agent.ts';
import { callAgent } from './compact-agent.ts';

const promptRecord = z.lazy(() => {
  const { content: _, collect_fields: __, ...fields } = promptFields();
  return z.object(fields);
});

/** The snapshot of a call: its agent at the time when the call was placed. It is stored once and read with the call. */
export const callSnapshot = z.lazy(() =>
  z.object({
    agent: callAgent,
    settings: agentSettings,
    /** The prompt's record, without the text. */
    prompt: z.optional(promptRecord),
    context_source: z.optional(
      z.object({ endpoint: z.nullable(z.string()), required_keys: z.array(z.string()) }),
    ),
  }),
);
export type CallSnapshot = z.infer<typeof callSnapshot>;

/** The snapshot as it is stored, without default settings, which parsing adds. */
export const snapshotOf = ({ agent, settings, prompt, context_source }: CallSnapshot) => ({
  agent,
  settings: withoutDefaults(settings),
  ...(prompt && { prompt }),
  ...(context_source && { context_source }),
});

/** Default settings would cost a seventh of a write unit per call. */
function withoutDefaults(settings: AgentSettings): Partial<AgentSettings> {
  const defaults = new Map(Object.entries(agentSettings.parse({})));
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => value !== defaults.get(name)));
}
