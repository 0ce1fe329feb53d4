import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { numbersList } from '../../api/lists.ts';
import { ConfirmAct } from '../../parts/controls/confirm.tsx';
import { Section } from '../../parts/page.tsx';
import { FaultNote } from '../../parts/query-state.tsx';
import { Phone } from '../../parts/values.tsx';

/** Where an agent is used, and a button to delete it. */
export function AgentUse({ id }: { readonly id: string }) {
  const numbers = useQuery(numbersList);
  const navigate = useNavigate();
  const answered = (numbers.data ?? []).filter(({ inbound_agent: inbound }) => inbound === id);
  return (
    <Section title="Usage">
      {numbers.error && <FaultNote error={numbers.error} onRetry={() => void numbers.refetch()} />}
      <ul>
        {answered.map(({ id: number, number: text, active }) => (
          <li key={number}>
            Answers calls to <Phone number={text} />
            {!active && ' (cancelled)'}
          </li>
        ))}
        {numbers.isSuccess && answered.length === 0 && <li>No number uses this agent for inbound calls.</li>}
        <li>
          <Link to="/calls" search={{ agent: id }}>
            Calls of this agent
          </Link>
        </li>
      </ul>
      <ConfirmAct
        act={() => api.post('/v1/agents/delete', { query: { id } })}
        done="The agent is deleted."
        changes={[['agents']]}
        onDone={() => void navigate({ to: '/agents', ignoreBlocker: true })}
        button="Delete the agent"
        title="Delete this agent?"
        danger
        disabled={!numbers.isSuccess}
        blocked={
          answered.length > 0 && (
            <>
              To delete it, choose another agent for its <Link to="/numbers">numbers</Link>.
            </>
          )
        }
      >
        <p>Its calls are kept, with a snapshot of the agent.</p>
      </ConfirmAct>
    </Section>
  );
}
