import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, type Schema } from '../../api/client.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { connectionsList } from '../../api/lists.ts';
import { Form } from '../../form/form.tsx';
import { useEntered } from '../../form/use-entered.ts';
import { Button, InputField } from '../../parts/controls.tsx';
import { Section } from '../../parts/page.tsx';
import { RestoredNote } from '../../parts/query-state.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
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
  const { entered, change, isEntered, isRestored } = useEntered(`steering pool ${id}`, { number: '' });
  const { number } = entered;
  const add = useAct({
    act: (phone_number: string | null) =>
      api.post('/v1/account_connections/add_to_steering_pool', {
        query: { id },
        body: { phone_number },
      }),
    done: (_, phone_number) =>
      phone_number === null
        ? 'All active numbers of the account are in the steering pool.'
        : 'The number is in the steering pool.',
    changes: [['connections']],
    showsFault: true,
    onDone: (_, sent) => sent !== null && change({ number: '' }),
  });
  useUnsaved(isEntered && !add.isPending);
  const faults = [
    ...messagesAt(add.error, 'phone_number'),
    ...messagesElsewhere(add.error, ['phone_number']),
  ];
  return (
    <>
      {isRestored && <RestoredNote />}
      <Form
        label="Add to the steering pool"
        busy={add.isPending}
        className="row-form"
        onSubmit={() => add.mutate(number)}
      >
        <InputField
          label="Number"
          faults={faults}
          type="tel"
          required
          value={number}
          onChange={(text) => change({ number: text })}
        />
        <button type="submit">Add</button>
        <Button onClick={() => add.mutate(null)}>Add all active numbers of the account</Button>
      </Form>
    </>
  );
}
