import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { api, type Schema } from '../../api/client.ts';
import { agentsList, allOf, numbersList } from '../../api/lists.ts';
import { feelingOf, milliseconds } from '../../format/duration.ts';
import { agentName } from '../../format/label.ts';
import { count, counted, percent } from '../../format/numbers.ts';
import { useAddress } from '../../parts/address.ts';
import { SearchField } from '../../parts/controls/search-field.tsx';
import { Sparkline } from '../../parts/meter.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, FaultNote, QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { Phone, RelativeTime } from '../../parts/values.tsx';
import { successShare } from '../overview/summary.ts';

/** Milliseconds between two looks at the agents' health. */
const HEALTH_MS = 60_000;

/** All agents and how they do. The address has what is looked for. */
export default function AgentsPage() {
  const [{ find = '' }, setSearch] = useAddress();
  const agents = useQuery(agentsList);
  const wanted = find.toLowerCase();
  const shown = (agents.data ?? []).filter(({ id, name, initial_message: greeting }) =>
    [id, name, greeting].some((text) => text?.toLowerCase().includes(wanted)),
  );
  return (
    <Page
      title="Agents"
      actions={
        <Link to="/agents/$id" params={{ id: 'new' }} className="button primary">
          <Plus size={16} aria-hidden="true" /> New agent
        </Link>
      }
    >
      <QueryState query={agents} what="agents" />
      {agents.data?.length === 0 && (
        <Empty title="No agents yet">
          <p>An agent answers and places calls. Start with a template; you can change everything.</p>
        </Empty>
      )}
      {agents.data && agents.data.length > 0 && (
        <>
          <div className="row agents-search">
            <SearchField label="Search agents" value={find} onChange={(text) => setSearch({ find: text })} />
            <span className="faint" role="status">
              {wanted !== '' && `${count(shown.length)} of ${count(agents.data.length)}`}
            </span>
          </div>
          <AgentTable agents={shown} />
          {shown.length === 0 && <p className="faint">No agents found</p>}
        </>
      )}
    </Page>
  );
}

function AgentTable({ agents }: { readonly agents: readonly Schema<'ListedAgent'>[] }) {
  const numbers = useQuery(numbersList);
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const health = useQuery({
    queryKey: ['agents', 'health'],
    queryFn: () => allOf(api.list('/v1/agents/health', { query: { time_zone, size: 100 } })),
    refetchInterval: HEALTH_MS,
  });
  const byAgent = new Map(health.data?.map((one) => [one.agent, one]));
  const of = ({ id }: Pick<Schema<'ListedAgent'>, 'id'>) => byAgent.get(id);
  const shareOf = (agent: Schema<'ListedAgent'>) => {
    const figures = of(agent)?.figures;
    return figures && successShare(figures);
  };
  return (
    <>
      {health.error && <FaultNote error={health.error} onRetry={() => void health.refetch()} />}
      <Table
        label="Agents"
        kept="agents"
        rows={agents}
        columns={{
          Name: {
            sort: (agent) => agentName(agent),
            cell: (agent) => (
              <Link to="/agents/$id" params={{ id: agent.id }} className="row-link">
                <bdi>{agentName(agent)}</bdi>
              </Link>
            ),
          },
          'Calls in 7 days': {
            sort: (agent) => of(agent)?.figures.calls,
            cell: (agent) => {
              const { figures, days = [] } = of(agent) ?? {};
              return (
                figures && (
                  <span className="course">
                    <span className="number">{count(figures.calls)}</span>
                    <Sparkline values={days} label="Calls by day" />
                  </span>
                )
              );
            },
          },
          Success: {
            sort: shareOf,
            cell: (agent) => {
              const share = shareOf(agent);
              return share !== undefined && percent(share);
            },
          },
          'Response time': {
            sort: (agent) => of(agent)?.figures.response_time?.p50_ms,
            cell: (agent) => {
              const { p50_ms: ms } = of(agent)?.figures.response_time ?? {};
              return (
                ms !== undefined && <span className={`number ${feelingOf(ms)}`}>{milliseconds(ms)}</span>
              );
            },
          },
          Tests: {
            sort: (agent) => of(agent)?.tests.failed,
            cell: (agent) => <Tests {...of(agent)?.tests} />,
          },
          'Last call': {
            sort: (agent) => of(agent)?.figures.last_call_at,
            cell: (agent) => <RelativeTime at={of(agent)?.figures.last_call_at} />,
          },
          Numbers: {
            isWide: true,
            cell: ({ id }) =>
              (numbers.data ?? [])
                .filter(({ inbound_agent: inbound, active }) => active && inbound === id)
                .map((number) => <Phone key={number.id} number={number.number} />),
          },
          Version: {
            cell: (agent) => {
              const waiting = of(agent)?.waiting_version;
              if (waiting === undefined) return agent.version;
              return (
                <Link to="/agents/$id" params={{ id: agent.id }} search={{ tab: 'versions' }}>
                  {waiting} waits to be published
                </Link>
              );
            },
          },
        }}
      />
    </>
  );
}

/** How many tests the version in use has passed. */
function Tests({ passed = 0, failed = 0 }: { readonly passed?: number; readonly failed?: number }) {
  if (passed + failed === 0) return null;
  return failed > 0 ? (
    <span className="bad">{counted(failed, 'failure')}</span>
  ) : (
    <span className="good">{count(passed)} passed</span>
  );
}
