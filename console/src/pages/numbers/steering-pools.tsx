import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, type Schema } from '../../api/client.ts';
import { connectionsList } from '../../api/lists.ts';
import type { Fields, Values } from '../../form/field.ts';
import { RecordForm } from '../../form/record-form.tsx';
import { Button } from '../../parts/controls.tsx';
import { Section } from '../../parts/page.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Phone } from '../../parts/values.tsx';

/** The numbers that calls through each of the user's telephony accounts may come from. */
export function SteeringPools() {
  const connections = useQuery(connectionsList);
  const telephony = (connections.data ?? []).filter((one) => one.type === 'account_connection_telephony');
  return (
    <Section title="Steering pools">
      <p>Numbers that calls through your own account can come from.</p>
      {connections.data && telephony.length === 0 && (
        <p>
          You have no telephony account of your own: <Link to="/connections">connect one</Link>.
        </p>
      )}
      {telephony.map((connection) => (
        <Pool key={connection.id} connection={connection} />
      ))}
    </Section>
  );
}

function Pool({ connection }: { readonly connection: Schema<'AccountConnectionTelephony'> }) {
  const id = { query: { id: connection.id } };
  const remove = useAct({
    act: (phone_number: string) =>
      api.post('/v1/account_connections/remove_from_steering_pool', { ...id, body: { phone_number } }),
    done: 'The number is no longer in the steering pool.',
    changes: [['connections']],
  });
  return (
    <div>
      <h3>
        Account <code>{connection.credentials.telephony_account_sid}</code>
      </h3>
      {connection.steering_pool.length === 0 && <p>No numbers yet.</p>}
      <ul>
        {connection.steering_pool.map((one) => (
          <li key={one}>
            <Phone number={one} />{' '}
            <Button className="quiet" onClick={() => remove.mutate(one)} disabled={remove.isPending}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <AddToPool id={connection.id} />
    </div>
  );
}

function AddToPool({ id }: { readonly id: string }) {
  const add = useAct({
    act: (body: Values) =>
      api.request('POST', `/v1/account_connections/add_to_steering_pool?id=${id}`, { body }),
    done: (_, { phone_number: number }) =>
      number === null
        ? 'All active numbers of the account are in the steering pool.'
        : 'The number is in the steering pool.',
    changes: [['connections']],
    showsFault: true,
  });
  return (
    <RecordForm name={`steering pool ${id}`} fields={FIELDS} submit="Add to the steering pool" act={add}>
      <Button onClick={() => add.mutate({ phone_number: null })}>
        Add all active numbers of the account
      </Button>
    </RecordForm>
  );
}

const FIELDS: Fields = { phone_number: { kind: 'text', label: 'Number', type: 'tel', required: true } };
