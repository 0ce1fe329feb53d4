import * as z from 'zod/mini';
import { callAction, compactAction, toCompactAction } from '../../actions/model/action.ts';
import { ownerFields, warningField } from '../../platform/fields.ts';
import { shownFields } from '../../platform/shown-fields.ts';
import { voice } from '../../voices/model/voice.ts';
import { embeddedWebhook } from '../../webhooks/model/webhook.ts';

const compactFields = () => ({
  ...ownerFields,
  prompt: z.string(),
  voice,
  initial_message: z.optional(z.nullable(z.string())),
  webhook: z.nullable(embeddedWebhook),
});

/** The agent in old versions of the API: its prompt as text, and none of the further settings. */
export const compactAgent = z.lazy(() =>
  z.object({ ...compactFields(), actions: z.array(compactAction), ...warningField() }),
);
export type CompactAgent = z.infer<typeof compactAgent>;

/** The same with whole actions: what a conversation needs of the agent of a call. */
export const callAgent = z.lazy(() => z.object({ ...compactFields(), actions: z.array(callAction) }));
export type CallAgent = z.infer<typeof callAgent>;

export function toCompactAgent(source: CallAgent): CompactAgent {
  return shownFields(compactAgent, { ...source, actions: source.actions.map(toCompactAction) });
}
