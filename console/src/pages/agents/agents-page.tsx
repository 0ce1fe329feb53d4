import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { agentsList, numbersList } from '../../api/lists.ts';
import { Empty, Loading } from '../../parts/empty.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Page } from '../../parts/page.tsx';
import { Phone } from '../../parts/phone.tsx';
import { Table } from '../../parts/table.tsx';

/** All agents. */
export default function AgentsPage() {
  const agents = useQuery(agentsList);
  const numbers = useQuery(numbersList);
  return (
    <Page
      title="Agents"
      name="Agents"
      actions={
        <Link to="/agents/$id" params={{ id: 'new' }} className="button primary">
          New agent
        </Link>
      }
    >
      {agents.error && <FaultNote error={agents.error} onRetry={() => void agents.refetch()} />}
      {agents.isPending && <Loading what="agents" />}
      {agents.data?.length === 0 && (
        <Empty title="No agents yet">
          <p>An agent answers and places calls. Give the first one a prompt and a voice.</p>
        </Empty>
      )}
      {agents.data && agents.data.length > 0 && (
        <Table
          label="Agents"
          columns={['Name', 'Language', 'Begins with', 'Answers calls to']}
          rows={agents.data.map((agent) => ({
            key: agent.id,
            cells: [
              <Link key="name" to="/agents/$id" params={{ id: agent.id }}>
                <bdi>{agent.name ?? `Agent ${agent.id.slice(-6)}`}</bdi>
              </Link>,
              languageName(agent.language),
              <bdi key="begins" className="cut">
                {agent.initial_message ?? '–'}
              </bdi>,
              (numbers.data ?? [])
                .filter(({ inbound_agent: inbound, active }) => active && inbound === agent.id)
                .map(({ id, number }) => (
                  <span key={id} className="fact">
                    <Phone number={number} />
                  </span>
                )),
            ],
          }))}
        />
      )}
    </Page>
  );
}

const languageName = (code: string) =>
  new Intl.DisplayNames(undefined, { type: 'language' }).of(code) ?? code;
