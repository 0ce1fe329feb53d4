import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { FilePlus2, FlaskConical, PhoneOutgoing, Rocket } from 'lucide-react';
import { useMemo } from 'react';
import { agentOf, agentsList } from '../../api/lists.ts';
import type { Values } from '../../form/field.ts';
import { ChoiceCard } from '../../parts/controls/choice-card.tsx';
import { Button } from '../../parts/controls.tsx';
import { Page } from '../../parts/page.tsx';
import { usePageActions } from '../../parts/page-actions.ts';
import { usePlaceCall } from '../../parts/place-call.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { DeleteAgent } from './delete-agent.tsx';
import { TabList } from './tab-list.tsx';
import { Workbench } from './workbench.tsx';

/** What a new agent without a template is called in the address. */
const BLANK = 'blank';

/** The templates, which are loaded when they are needed: they have long texts. */
const templatesList = queryOptions({
  queryKey: ['templates'],
  queryFn: async () => (await import('./templates/templates.ts')).templates,
  staleTime: Number.POSITIVE_INFINITY,
});

/** One agent, or a new one: its settings beside a chat with it. The address of a new one names its template. */
export default function AgentPage() {
  const { id } = useParams({ from: '/frame/agents/$id' });
  const { template } = useSearch({ from: '/frame/agents/$id' });
  if (id !== 'new') return <ExistingAgent key={id} id={id} />;
  return (
    <Page title="New agent">
      {template === undefined ? <ChooseTemplate /> : <FromTemplate key={template} id={template} />}
    </Page>
  );
}

const NOTHING: Values = {};

/** Lets one choose what a new agent begins with. */
function ChooseTemplate() {
  const templates = useQuery(templatesList);
  const navigate = useNavigate({ from: '/agents/$id' });
  return (
    <>
      <p className="faint">
        Begin with a template, which has tests, and change what you like. Nothing is saved until you create
        it.
      </p>
      <QueryState query={templates} what="templates" />
      <div className="choice-cards templates">
        {templates.data?.map(({ id, icon, name, description }) => (
          <ChoiceCard
            key={id}
            icon={icon}
            title={name}
            onChoose={() => void navigate({ search: { template: id } })}
          >
            {description}
          </ChoiceCard>
        ))}
      </div>
      <Link to="/agents/$id" params={{ id: 'new' }} search={{ template: BLANK }} className="button">
        <FilePlus2 size={16} aria-hidden="true" /> Start without a template
      </Link>
    </>
  );
}

function FromTemplate({ id }: { readonly id: string }) {
  const templates = useQuery({ ...templatesList, enabled: id !== BLANK });
  const found = templates.data?.find((one) => one.id === id);
  const values = useMemo(() => (found ? valuesOf({ ...found.agent }) : NOTHING), [found]);
  if (id !== BLANK && !templates.data) return <QueryState query={templates} what="the agent" lines={8} />;
  return <Workbench agent={undefined} template={values} tests={found?.tests ?? []} />;
}

/** The values of the form of an agent that is made from this body. */
function valuesOf(body: Values): Values {
  return typeof body.prompt === 'string' ? { ...body, prompt: { content: body.prompt } } : body;
}

function ExistingAgent({ id }: { readonly id: string }) {
  const placeCall = usePlaceCall();
  const agent = useQuery(agentOf(id));
  const known = useQueryClient()
    .getQueryData(agentsList.queryKey)
    ?.find((one) => one.id === id);
  const name = agent.data?.name ?? known?.name ?? 'Agent';
  usePageActions([
    { label: 'Publish a version', icon: Rocket, href: `/agents/${id}?tab=versions` },
    { label: 'Run the agent’s tests', icon: FlaskConical, href: `/agents/${id}?tab=tests` },
    { label: 'Call with this agent', icon: PhoneOutgoing, onAction: () => placeCall({ agent: id }) },
  ]);
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
