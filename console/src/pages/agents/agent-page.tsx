import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { openapi } from '../../api/document.ts';
import { ApiFault } from '../../api/fault.ts';
import { agentOf, promptOf } from '../../api/lists.ts';
import { Loading } from '../../parts/empty.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Page } from '../../parts/page.tsx';
import { AgentForm } from './agent-form.tsx';
import { AgentUse } from './agent-use.tsx';
import { AgentVersions } from './agent-versions.tsx';

/** One agent, or a new one: a form that is made from the API's document. */
export default function AgentPage() {
  const { id } = useParams({ from: '/frame/agents/$id' });
  const isNew = id === 'new';
  const document = useQuery(openapi);
  const found = useQuery({ ...agentOf(id), enabled: !isNew });
  const agent = found.data ?? undefined;
  const prompt = useQuery(promptOf(agent?.prompt));
  const values = useMemo(
    () => (agent && prompt.data ? { ...agent, prompt: prompt.data } : undefined),
    [agent, prompt.data],
  );
  const missing = found.isSuccess && !isNew && !agent;
  const error =
    document.error ?? found.error ?? prompt.error ?? (missing ? new ApiFault({ status: 404 }) : null);
  const ready = document.data && (isNew || values);
  const name = isNew ? 'New agent' : (agent?.name ?? 'Agent');

  return (
    <Page title={<bdi>{name}</bdi>} name={name}>
      {error && <FaultNote error={error} onRetry={missing ? undefined : () => void found.refetch()} />}
      {!ready && !error && <Loading what="the agent" />}
      {ready && <AgentForm key={id} document={document.data} agent={values} />}
      {agent && <AgentVersions id={agent.id} />}
      {agent && <AgentUse id={agent.id} />}
    </Page>
  );
}
