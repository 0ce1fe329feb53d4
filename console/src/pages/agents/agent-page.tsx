import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { PhoneOutgoing } from 'lucide-react';
import { useMemo } from 'react';
import { agentOf, agentsList } from '../../api/lists.ts';
import type { Values } from '../../form/field.ts';
import { Button } from '../../parts/controls.tsx';
import { Page } from '../../parts/page.tsx';
import { usePlaceCall } from '../../parts/place-call.ts';
import { FaultNote, Loading, QueryState } from '../../parts/query-state.tsx';
import { DeleteAgent } from './delete-agent.tsx';
import { BLANK, NewAgent, templatesList, valuesOf } from './new-agent.tsx';
import { TabList } from './tab-list.tsx';
import { Workbench } from './workbench.tsx';

/** One agent, or a new one: its settings beside a chat with it. The address of a new one names its template. */
export default function AgentPage() {
  const { id } = useParams({ from: '/frame/agents/$id' });
  const { template } = useSearch({ from: '/frame/agents/$id' });
  if (id === 'new') {
    return (
      <Page title="New agent">
        {template === undefined ? <NewAgent /> : <FromTemplate key={template} id={template} />}
      </Page>
    );
  }
  return <ExistingAgent key={id} id={id} />;
}

const NOTHING: Values = {};

function FromTemplate({ id }: { readonly id: string }) {
  const templates = useQuery({ ...templatesList, enabled: id !== BLANK });
  const found = templates.data?.find((one) => one.id === id);
  const values = useMemo(() => (found ? valuesOf({ ...found.agent }) : NOTHING), [found]);
  if (templates.error) return <FaultNote error={templates.error} onRetry={() => void templates.refetch()} />;
  if (templates.isLoading) return <Loading what="the agent" lines={8} />;
  return <Workbench agent={undefined} template={values} tests={found?.tests ?? []} />;
}

function ExistingAgent({ id }: { readonly id: string }) {
  const placeCall = usePlaceCall();
  const agent = useQuery(agentOf(id));
  const known = useQueryClient()
    .getQueryData(agentsList.queryKey)
    ?.find((one) => one.id === id);
  const name = agent.data?.name ?? known?.name ?? 'Agent';
  return (
    <Page
      title={<bdi>{name}</bdi>}
      name={name}
      actions={
        <div className="actions">
          <Button icon={PhoneOutgoing} onClick={() => placeCall({ agent: id })}>
            Place a call
          </Button>
          <DeleteAgent id={id} />
        </div>
      }
    >
      {!agent.data && <TabList tab="prompt" faulty={[]} isNew={false} />}
      <QueryState query={agent} what="the agent" lines={8} />
      {agent.data && <Workbench agent={agent.data} template={NOTHING} tests={[]} />}
    </Page>
  );
}
