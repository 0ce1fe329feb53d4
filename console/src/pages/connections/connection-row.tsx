import { useMutation } from '@tanstack/react-query';
import { KeyRound, Stethoscope } from 'lucide-react';
import { api, type Schema } from '../../api/client.ts';
import { adviceOn } from '../../api/fault.ts';
import { connectionTitle } from '../../api/lists.ts';
import { ConfirmAct } from '../../parts/controls/confirm.tsx';
import { Button } from '../../parts/controls.tsx';
import { Untrusted } from '../../parts/values.tsx';
import { kindOf } from './kinds.ts';
import { type User, Users } from './users.tsx';

interface Props {
  readonly connection: Schema<'AccountConnection'> | Schema<'VectorDatabase'>;
  /** Undefined until they are known. */
  readonly users: readonly User[] | undefined;
  /** `onSaved` is to be called when it has new credentials. */
  readonly onEdit: (onSaved: () => void) => void;
}

/** One connection: what it leads to, who uses it, and what can be done with it. */
export function ConnectionRow({ connection, users, onEdit }: Props) {
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
      <div className="what">
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
        <Delete connection={connection} name={`Delete ${name} ${title}`} users={users} />
      </div>
    </li>
  );
}

function Delete({
  connection: { id, type },
  name,
  users,
}: Pick<Props, 'connection' | 'users'> & { readonly name: string }) {
  return (
    <ConfirmAct
      act={() => api.request('POST', `/v1/${kindOf(type).noun}/delete?id=${id}`)}
      done="The connection is deleted."
      changes={[['connections'], ['vector databases'], ['choices']]}
      button="Delete"
      name={name}
      title="Delete this connection?"
      confirm="Delete the connection"
      danger
      disabled={users === undefined}
      blocked={users?.length ? 'In use' : undefined}
    >
      <p>Its credentials will be deleted.</p>
    </ConfirmAct>
  );
}
