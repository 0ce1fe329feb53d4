import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { numbersList } from '../../api/lists.ts';
import { counted } from '../../format/numbers.ts';
import { ConfirmAct } from '../../parts/controls/confirm.tsx';

/** Deletes an agent that no number needs. */
export function DeleteAgent({ id }: { readonly id: string }) {
  const numbers = useQuery(numbersList);
  const answered = (numbers.data ?? []).filter(({ inbound_agent: inbound }) => inbound === id);
  const navigate = useNavigate();
  return (
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
            Used by <Link to="/numbers">{counted(answered.length, 'number')}</Link>
          </>
        )
      }
    >
      <p>Its calls are kept, with a snapshot of the agent.</p>
    </ConfirmAct>
  );
}
