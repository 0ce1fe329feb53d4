import { When } from '../../parts/values.tsx';
import '../call/call.css';
import '../calls/call-cells.css';
import './review.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { api, type Schema } from '../../api/client.ts';
import { Page } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { CallConversation, useConversation } from '../call/call-conversation.tsx';
import { outcomeOf } from '../call/outcome.ts';
import { Contact } from '../calls/cells.tsx';

/** Two calls: their recordings one above the other, their conversations side by side. The address names them. */
export default function ComparePage() {
  const { one = '', other = '' } = useSearch({ from: '/frame/calls/compare' });
  return (
    <Page title="Compare">
      <div className="compare">
        <Call id={one} number={1} />
        <Call id={other} number={2} />
      </div>
    </Page>
  );
}

function Call({ id, number }: { readonly id: string; readonly number: number }) {
  const call = useQuery({ queryKey: ['call', id], queryFn: () => api.get('/v1/calls', { query: { id } }) });
  return call.data ? (
    <Compared call={call.data} number={number} />
  ) : (
    <QueryState query={call} what={`call ${number}`} lines={8} />
  );
}

function Compared({ call, number }: { readonly call: Schema<'Call'>; readonly number: number }) {
  const { shown } = useConversation(call);
  return (
    <div className="compared">
      <h2>
        Call {number}:{' '}
        <Link to="/calls/$id" params={{ id: call.id }}>
          <Contact call={call} />
        </Link>{' '}
        <span className="faint">
          {outcomeOf(call)}, version {call.agent_version ?? '–'}, <When at={call.created_at} />
        </span>
      </h2>
      <CallConversation shown={shown} which={` of call ${number}`} />
    </div>
  );
}
