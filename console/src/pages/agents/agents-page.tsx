import { QueryState } from '../../parts/query-state.tsx';
import './agents-list.css';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { agentsList, callsPage, numbersList } from '../../api/lists.ts';
import { agentName, languageName } from '../../format/label.ts';
import { count } from '../../format/numbers.ts';
import { SearchField } from '../../parts/controls/search-field.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { Phone } from '../../parts/phone.tsx';
import { shownVoice } from '../voices/voice-options.ts';
import { voicesList } from '../voices/voices-list.ts';
import { NewAgentButton } from './new-agent.tsx';

/** Agents whose calls are counted: each count is a request. */
const MOST_COUNTED = 50;

/** All agents. The address has what is looked for. */
export default function AgentsPage() {
  const { find = '' } = useSearch({ from: '/frame/agents' });
  const navigate = useNavigate({ from: '/agents' });
  const agents = useQuery(agentsList);
  const wanted = find.toLowerCase();
  const shown = (agents.data ?? []).filter(({ id, name, initial_message: greeting }) =>
    [id, name, greeting].some((text) => text?.toLowerCase().includes(wanted)),
  );
  return (
    <Page title="Agents" actions={<NewAgentButton />}>
      <QueryState query={agents} what="agents" />
      {agents.data?.length === 0 && (
        <Empty title="No agents yet">
          <p>An agent answers and places calls. Start with a template; you can change everything.</p>
          <Link to="/agents/$id" params={{ id: 'new' }} className="button primary">
            Create the first agent
          </Link>
        </Empty>
      )}
      {agents.data && agents.data.length > 0 && (
        <>
          <div className="row agents-search">
            <SearchField
              label="Search agents"
              value={find}
              onChange={(text) => void navigate({ search: { find: text }, replace: true })}
            />
            <span className="faint" role="status">
              {wanted !== '' && `${count(shown.length)} of ${count(agents.data.length)}`}
            </span>
          </div>
          <AgentRows agents={shown} />
        </>
      )}
    </Page>
  );
}

function AgentRows({ agents }: { readonly agents: readonly Schema<'ListedAgent'>[] }) {
  const numbers = useQuery(numbersList);
  const voices = useQuery(voicesList);
  const counted = agents.slice(0, MOST_COUNTED);
  const calls = useQueries({
    queries: counted.map(({ id }) => ({
      queryKey: ['calls', 'count', id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        callsPage({ agent: id }, { size: 1, signal }),
      staleTime: 60_000,
    })),
  });
  return (
    <ul className="agent-rows" aria-label="Agents">
      <li className="agent-row head" aria-hidden="true">
        <span>Name</span>
        <span>Voice</span>
        <span>Model</span>
        <span>Numbers</span>
        <span>Calls</span>
      </li>
      {agents.map((agent, at) => {
        const { id, language, voice, llm_model_name_override: model, version } = agent;
        const total = calls[at]?.data;
        const spoken = voices.data?.find((one) => one.id === voice);
        return (
          <li key={id}>
            <Link to="/agents/$id" params={{ id }} className="agent-row">
              <span>
                <strong>
                  <bdi>{agentName(agent)}</bdi>
                </strong>
                <span className="faint"> · version {version}</span>
              </span>
              <span>
                <bdi>{spoken ? shownVoice(spoken).name : '–'}</bdi>
                <span className="faint"> · {languageName(language)}</span>
              </span>
              <span>
                <bdi>{model ?? <span className="faint">default</span>}</bdi>
              </span>
              <span>
                {(numbers.data ?? [])
                  .filter(({ inbound_agent: inbound, active }) => active && inbound === id)
                  .map((number) => (
                    <Phone key={number.id} number={number.number} />
                  ))}
              </span>
              <span className="number">
                {total?.total === undefined ? (
                  <span className="faint">–</span>
                ) : (
                  <>
                    {total.totalIsEstimated && 'about '}
                    {count(total.total)}
                    <span className="faint">{total.total === 1 ? ' call' : ' calls'}</span>
                  </>
                )}
              </span>
            </Link>
          </li>
        );
      })}
      {agents.length === 0 && <li className="faint">No agents found</li>}
    </ul>
  );
}
