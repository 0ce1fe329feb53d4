import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { agentsList, withoutMissing } from '../../api/lists.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { BeginForm } from './begin-form.tsx';
import { Rehearsal } from './rehearsal.tsx';
import RehearsalTools from './rehearsal-tools.tsx';
import { useLines } from './use-lines.ts';

/** Talks to an agent by text. The address has the agent, its version and the rehearsal. */
export default function PlaygroundPage() {
  const { agent, version, rehearsal } = useSearch({ from: '/frame/playground' });
  const navigate = useNavigate({ from: '/playground' });
  const agents = useQuery(agentsList);
  const lines = useLines();
  const [forked, setForked] = useState<string>();
  return (
    <Page title="Playground">
      <p className="help">
        Talk to an agent by text or voice. It works as in a phone call, but nobody is called. Your services
        are called; transfers are shown but not dialed.
      </p>
      <QueryState query={agents} what="agents" />
      {agents.data?.length === 0 && (
        <Empty title="No agents yet">
          <p>
            <Link to="/agents/$id" params={{ id: 'new' }}>
              Create an agent
            </Link>{' '}
            to talk to it here.
          </p>
        </Empty>
      )}
      {agents.data && agents.data.length > 0 && (
        <BeginForm
          agents={agents.data}
          agent={agent}
          version={version}
          onChoose={(chosen) =>
            void navigate({ search: (before) => withoutMissing({ ...before, ...chosen }), replace: true })
          }
          onBegun={({ id }) => void navigate({ search: (before) => ({ ...before, rehearsal: id }) })}
        />
      )}
      {rehearsal !== undefined && (
        <Section title="Conversation" actions={<RehearsalTools key={rehearsal} id={rehearsal} />}>
          <Rehearsal
            key={rehearsal}
            id={rehearsal}
            lines={lines}
            isFocused={rehearsal === forked}
            onFork={(id) => {
              setForked(id);
              void navigate({ search: (before) => ({ ...before, rehearsal: id }) });
            }}
          />
        </Section>
      )}
    </Page>
  );
}
