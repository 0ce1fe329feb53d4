import { toCallAction } from '../../domain/records/action.ts';
import { type Agent, toAgentSettings } from '../../domain/records/agent.ts';
import { type VersionContent, withSecretOf } from '../../domain/records/agent-version.ts';
import type { CallSnapshot } from '../../domain/records/call-snapshot.ts';
import type { Prompt } from '../../domain/records/prompt.ts';
import { withoutCredentials } from '../../domain/records/voice.ts';
import { toEmbeddedWebhook } from '../../domain/records/webhook.ts';
import type { FoundRecords } from '../records/records.ts';
import { callAgentOf } from '../records/shown-agents.ts';

export function snapshotFrom(agent: Agent, records: FoundRecords): CallSnapshot {
  return {
    agent: callAgentOf(agent, records),
    ...partsOf(agent, records.require('prompt', agent.prompt)),
  };
}

/** The snapshot of a version, with the present secrets and webhook. Deleted actions are omitted. */
export function snapshotOfVersion(
  { agent, prompt, voice, actions }: VersionContent,
  present: FoundRecords,
): CallSnapshot {
  const { id, user_id, initial_message, webhook: webhookId } = agent;
  const webhook = webhookId ? present.get('webhook', webhookId) : undefined;
  return {
    agent: {
      id,
      user_id,
      prompt: prompt.content,
      actions: actions.flatMap((action) => {
        const found = present.get('action', action.id);
        return found ? [toCallAction(withSecretOf(action, found))] : [];
      }),
      voice: withoutCredentials(voice),
      initial_message,
      webhook: webhook ? toEmbeddedWebhook(webhook) : null,
    },
    ...partsOf(agent, prompt),
  };
}

function partsOf(
  agent: Agent,
  { content: _, collect_fields, ...prompt }: Prompt,
): Omit<CallSnapshot, 'agent'> {
  const { context_endpoint, prompt_template } = prompt;
  return {
    prompt,
    settings: { ...toAgentSettings(agent), ...(collect_fields && { collect_fields }) },
    context_source: {
      endpoint: agent.context_endpoint ?? context_endpoint ?? null,
      required_keys: prompt_template?.required_context_keys ?? [],
    },
  };
}
