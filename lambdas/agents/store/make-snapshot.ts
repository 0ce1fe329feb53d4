import { actionKind } from '../../actions/model/action.ts';
import type { Prompt } from '../../prompts/model/prompt.ts';
import type { FoundRecords } from '../../records/store/records.ts';
import { webhookKind } from '../../webhooks/model/webhook.ts';
import { type Agent, agentSettings } from '../model/agent.ts';
import { type VersionContent, withSecretsOf } from '../model/agent-version.ts';
import type { CallSnapshot } from '../model/call-snapshot.ts';
import { callAgentOf, relatedOf } from './agent-views.ts';

export function snapshotFrom(agent: Agent, records: FoundRecords): CallSnapshot {
  const related = relatedOf(agent, records);
  return { agent: callAgentOf(agent, related), ...partsOf(agent, related.prompt) };
}

/** The snapshot of a version, with the present secrets and webhook. Deleted actions are omitted. */
export function snapshotOfVersion(
  { agent, prompt, voice, actions }: VersionContent,
  present: FoundRecords,
): CallSnapshot {
  const related = {
    prompt,
    voice,
    actions: actions.flatMap((action) => {
      const found = present.get(actionKind, action.id);
      return found ? [withSecretsOf(action, found)] : [];
    }),
    webhook: (agent.webhook && present.get(webhookKind, agent.webhook)) || null,
  };
  return { agent: callAgentOf(agent, related), ...partsOf(agent, prompt) };
}

function partsOf(
  agent: Agent,
  { content: _, collect_fields, ...prompt }: Prompt,
): Omit<CallSnapshot, 'agent'> {
  const { context_endpoint, prompt_template } = prompt;
  return {
    prompt,
    settings: { ...agentSettings.parse(agent), ...(collect_fields && { collect_fields }) },
    context_source: {
      endpoint: agent.context_endpoint ?? context_endpoint ?? null,
      required_keys: prompt_template?.required_context_keys ?? [],
    },
  };
}
