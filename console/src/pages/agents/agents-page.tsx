import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { agentsList, allOf, numbersList, withoutMissing } from '../../api/lists.ts';
import { feelingOf, milliseconds } from '../../format/duration.ts';
import { agentName } from '../../format/label.ts';
import { count, counted, percent } from '../../format/numbers.ts';
import { rangeOf, type Time, timeOf } from '../../format/time-range.ts';
import { useAddress } from '../../parts/address.ts';
import { SearchField } from '../../parts/controls/search-field.tsx';
import { TimeRange } from '../../parts/controls/time-range.tsx';
import { Sparkline } from '../../parts/meter.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, FaultNote, QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { Phone, RelativeTime } from '../../parts/values.tsx';
import { successShare } from '../overview/summary.ts';

/** Milliseconds between two looks at the agents' health. */
const HEALTH_MS = 60_000;

/** The days of the agents' health, which are shown unless another time is chosen. */
const USUAL = '7';

/** All agents and how they do. The address has what is looked for. */
export default function AgentsPage() {
  const [{ find = '', ...search }, setSearch] = useAddress();
  const time = timeOf(search, USUAL);
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
            <SearchField
              label="Search agents"
              value={find}
              onChange={(text) => setSearch({ ...search, find: text })}
            />
            <TimeRange time={time} onChange={(next) => setSearch({ find, ...next })} />
            <span className="faint" role="status">
              {wanted !== '' && `${count(shown.length)} of ${count(agents.data.length)}`}
            </span>
          </div>
          <AgentTable agents={shown} time={time} />
          {shown.length === 0 && <p className="faint">No agents found</p>}
        </>
      )}
    </Page>
  );
}

type Agent = Schema<'ListedAgent'>;

/** What is shown of a value, if there is one. */
const shown = <Value,>(value: Value | undefined, show: (value: Value) => ReactNode) =>
  value === undefined ? undefined : show(value);

function AgentTable({ agents, time }: { readonly agents: readonly Agent[]; readonly time: Time }) {
  const numbers = useQuery(numbersList);
  const { of, figuresOf, failed } = useHealth(time);
  const shareOf = (agent: Agent) => {
    const figures = figuresOf(agent);
    return figures && successShare(figures);
  };
  const responseOf = (agent: Agent) => figuresOf(agent)?.response_time?.p50_ms;
  return (
    <>
      {failed && <FaultNote error={failed.error} onRetry={() => void failed.refetch()} />}
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
          Calls: {
            sort: (agent) => figuresOf(agent)?.calls,
            cell: (agent) =>
              shown(figuresOf(agent)?.calls, (calls) => (
                <span className="course">
                  <span className="number">{count(calls)}</span>
                  {time.when === USUAL && <Sparkline values={of(agent)?.days ?? []} label="Calls by day" />}
                </span>
              )),
          },
          Success: { sort: shareOf, cell: (agent) => shown(shareOf(agent), percent) },
          'Response time': {
            sort: responseOf,
            cell: (agent) =>
              shown(responseOf(agent), (ms) => (
                <span className={`number ${feelingOf(ms)}`}>{milliseconds(ms)}</span>
              )),
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
          Version: (agent) =>
            shown(of(agent)?.waiting_version, (waiting) => (
              <Link to="/agents/$id" params={{ id: agent.id }} search={{ tab: 'versions' }}>
                {waiting} waits to be published
              </Link>
            )) ?? agent.version,
        }}
      />
    </>
  );
}

/** How agents do: their health, and their figures of a time. */
function useHealth(time: Time) {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const health = useQuery({
    queryKey: ['agents', 'health'],
    queryFn: () => allOf(api.list('/v1/agents/health', { query: { time_zone, size: 100 } })),
    refetchInterval: HEALTH_MS,
  });
  const ofTime = useQuery({
    queryKey: ['calls', 'figures', 'agents', time],
    queryFn: async () => {
      const { from, until } = rangeOf(time, Date.now());
      const query = withoutMissing({ by: 'agent' as const, created_after: from, created_before: until });
      const { groups } = await api.get('/v1/calls/figures', { query });
      return new Map(groups.map(({ agent, figures }) => [agent, figures]));
    },
    enabled: time.when !== USUAL,
    refetchInterval: HEALTH_MS,
  });
  const byAgent = new Map(health.data?.map((one) => [one.agent, one]));
  const of = ({ id }: Agent) => byAgent.get(id);
  return {
    of,
    figuresOf: (agent: Agent) => (time.when === USUAL ? of(agent)?.figures : ofTime.data?.get(agent.id)),
    failed: [health, ofTime].find(({ error }) => error),
  };
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
