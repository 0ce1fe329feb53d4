import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound, Plus, Stethoscope } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { adviceOn } from '../../api/fault.ts';
import { agentsList, connectionsList, connectionTitle, databasesList, numbersList } from '../../api/lists.ts';
import { ConfirmAct } from '../../parts/controls/confirm.tsx';
import { Button } from '../../parts/controls.tsx';
import { onDemand } from '../../parts/on-demand.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, FaultNote, Loading } from '../../parts/query-state.tsx';
import { Untrusted } from '../../parts/values.tsx';
import { kindOf } from './kinds.ts';
import { type User, Users, usersOf } from './users.tsx';

const ConnectionDialog = onDemand(() => import('./connection-dialog.tsx'));

/** Accounts at other vendors, and what agents know: made, checked and deleted here. */
export default function ConnectionsPage() {
  const accounts = useQuery(connectionsList);
  const databases = useQuery(databasesList);
  const agents = useQuery(agentsList);
  const numbers = useQuery(numbersList);
  const [edited, setEdited] = useState<Omit<ComponentProps<typeof ConnectionDialog>, 'onClose'>>();
  const lists = [accounts, databases, agents, numbers];
  const all = [...(accounts.data ?? []), ...(databases.data ?? [])];
  const isKnown = accounts.isSuccess && databases.isSuccess;

  return (
    <Page
      title="Connections"
      actions={
        <Button icon={Plus} className="primary" onClick={() => setEdited({ connection: undefined })}>
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
        <ul className="action-list card">
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
      {edited && <ConnectionDialog {...edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

interface Props {
  readonly connection: Schema<'AccountConnection'> | Schema<'VectorDatabase'>;
  /** Undefined until they are known. */
  readonly users: readonly User[] | undefined;
  /** `onSaved` is to be called when it has new credentials. */
  readonly onEdit: (onSaved: () => void) => void;
}

/** One connection: what it leads to, who uses it, and what can be done with it. */
function ConnectionRow({ connection, users, onEdit }: Props) {
  const { id } = connection;
  const { name, icon: Icon, noun } = kindOf(connection.type);
  const title = connectionTitle(connection);
  const check = useMutation({
    mutationFn: () => api.post(`/v1/${noun}/check`, { query: { id } }),
  });
  const isOk = check.data?.ok === true;
  return (
    <li>
      <Icon size={16} aria-hidden="true" />
      <div>
        <strong>{name}</strong> <bdi className="code">{title}</bdi>
        <p className="help">{users && <Users users={users} />}</p>
        <div role="status">
          {check.data && (
            <p className="row">
              <span className={`badge ${isOk ? 'good' : 'bad'}`}>{isOk ? '✓ works' : '✕ doesn’t work'}</span>
              <Untrusted text={check.data.message} />
            </p>
          )}
          {check.error && <p className="fault">{adviceOn(check.error).text}</p>}
        </div>
      </div>
      <div className="row">
        <Button
          icon={Stethoscope}
          aria-label={`Check ${name} ${title}`}
          aria-disabled={check.isPending}
          onClick={() => check.isPending || check.mutate()}
        >
          {check.isPending ? 'Checking …' : 'Check'}
        </Button>
        <Button
          icon={KeyRound}
          aria-label={`New credentials for ${name} ${title}`}
          onClick={() => onEdit(check.reset)}
        >
          New credentials
        </Button>
        <ConfirmAct
          act={() => api.request('POST', `/v1/${noun}/delete?id=${id}`)}
          done="The connection is deleted."
          changes={[['connections'], ['vector databases'], ['choices']]}
          button="Delete"
          name={`Delete ${name} ${title}`}
          title="Delete this connection?"
          confirm="Delete the connection"
          danger
          disabled={users === undefined}
          blocked={users?.length ? 'In use' : undefined}
        >
          <p>Its credentials will be deleted.</p>
        </ConfirmAct>
      </div>
    </li>
  );
}
