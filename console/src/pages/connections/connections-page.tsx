import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { agentsList, allOf, connectionsList, numbersList } from '../../api/lists.ts';
import { Button } from '../../parts/controls.tsx';
import { onDemand } from '../../parts/on-demand.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, FaultNote, Loading } from '../../parts/query-state.tsx';
import { ConnectionRow } from './connection-row.tsx';
import type { ConnectionType } from './kinds.ts';
import { usersOf } from './users.tsx';
import './connections.css';

const ConnectionDialog = onDemand(() => import('./connection-dialog.tsx'));

/** Accounts at other vendors, and what agents know: made, checked and deleted here. */
export default function ConnectionsPage() {
  const accounts = useQuery(connectionsList);
  const databases = useQuery({
    queryKey: ['vector databases'],
    queryFn: () => allOf(api.list('/v1/vector_databases/list', { query: { size: 100 } })),
  });
  const agents = useQuery(agentsList);
  const numbers = useQuery(numbersList);
  const [edited, setEdited] = useState<Edited>();
  const lists = [accounts, databases, agents, numbers];
  const all = [...(accounts.data ?? []), ...(databases.data ?? [])];
  const isKnown = accounts.isSuccess && databases.isSuccess;

  return (
    <Page
      title="Connections"
      actions={
        <Button icon={Plus} className="primary" onClick={() => setEdited('new')}>
          New connection
        </Button>
      }
    >
      {lists.map(
        ({ error, refetch }, at) =>
          error && (
            // biome-ignore lint/suspicious/noArrayIndexKey: there are always four.
            <FaultNote key={at} error={error} onRetry={() => void refetch()} />
          ),
      )}
      {lists.some(({ isPending }) => isPending) && <Loading what="connections" />}
      {isKnown && all.length === 0 && (
        <Empty title="No connections yet">
          <p>
            Connect an account of your own at a vendor of language models or telephony, or a vector database
            with what your agents must know. Until then they use what the service has.
          </p>
        </Empty>
      )}
      {all.length > 0 && (
        <ul className="connections card">
          {all.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              users={agents.data && numbers.data && usersOf(connection.id, agents.data, numbers.data)}
              onEdit={(onSaved) => setEdited({ connection, onSaved })}
            />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <ConnectionDialog
          {...(edited === 'new' ? { connection: undefined } : edited)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

/** A connection whose credentials are entered, or a new one. */
type Edited =
  | {
      readonly connection: { readonly id: string; readonly type: ConnectionType };
      readonly onSaved: () => void;
    }
  | 'new';
