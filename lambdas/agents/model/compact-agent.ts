import * as z from 'zod/mini';
import { callAction, compactAction, toCompactAction } from '../../actions/model/action.ts';
import { ownerFields, warningField } from '../../platform/fields.ts';
import { visibleFields } from '../../platform/visible-fields.ts';
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

/** The same with whole actions: the part of the call's agent that a conversation needs. */
export const callAgent = z.lazy(() => z.object({ ...compactFields(), actions: z.array(callAction) }));
export type CallAgent = z.infer<typeof callAgent>;

export function toCompactAgent(source: CallAgent): CompactAgent {
  return visibleFields(compactAgent, { ...source, actions: source.actions.map(toCompactAction) });
}
