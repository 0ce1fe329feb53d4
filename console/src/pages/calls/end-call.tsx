import { useQueryClient } from '@tanstack/react-query';
import { api, type Schema } from '../../api/client.ts';
import { ConfirmAct } from '../../parts/controls/confirm.tsx';

/** Ends an open call, or cancels one that was not dialed yet; the API has one operation for both. */
export function EndCall({ id, status }: { readonly id: string; readonly status: Schema<'CallStatus'> }) {
  const queries = useQueryClient();
  const waits = status === 'not_started';
  return (
    <ConfirmAct
      act={() => api.post('/v1/calls/end', { query: { id } })}
      done={waits ? 'Call cancelled' : 'Ending the call …'}
      changes={[['calls'], ['call', id]]}
      onDone={(call) => queries.setQueryData(['call', id], call)}
      button={waits ? 'Cancel' : 'End'}
      title={waits ? 'Cancel this call?' : 'End this call?'}
      confirm={waits ? 'Cancel the call' : 'End the call'}
      dismiss="Keep the call"
      danger
    >
      <p>
        {waits ? 'It won’t be dialed.' : 'The call is disconnected at once, even if somebody is speaking.'}
      </p>
    </ConfirmAct>
  );
}
