import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, bodyOf, type Schema } from '../../api/client.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { connectionsList } from '../../api/lists.ts';
import { Field } from '../../parts/controls/field.tsx';
import { useDraft, useKept } from '../../parts/drafts.ts';
import { Section } from '../../parts/page.tsx';
import { Phone } from '../../parts/phone.tsx';
import { RestoredNote } from '../../parts/restored-note.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useAct } from '../../parts/use-act.ts';
import { FormFields } from '../../schema-form/form-fields.tsx';

/** The numbers that calls through each of the user's telephony accounts may come from. */
export function SteeringPools() {
  const connections = useQuery(connectionsList);
  const telephony = (connections.data ?? []).filter((one) => one.type === 'account_connection_telephony');
  return (
    <Section title="Steering pools">
      <p>The numbers that calls through an account of your own may come from.</p>
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
  const form = `steering pool ${connection.id}`;
  const restored = useKept(form);
  const [number, setNumber] = useState(String(restored?.number ?? ''));
  const id = { params: { query: { id: connection.id } } };
  const changes = [['connections']];
  const add = useAct({
    act: (phone_number: string | null) =>
      bodyOf(api.POST('/v1/account_connections/add_to_steering_pool', { ...id, body: { phone_number } })),
    done: (_, phone_number) =>
      phone_number === null
        ? 'All active numbers of the account are in the steering pool.'
        : 'The number is in the steering pool.',
    changes,
    showsFault: true,
    onDone: (_, sent) => sent !== null && setNumber(''),
  });
  useUnsaved(number !== '' && !add.isPending);
  useDraft(form, number === '' ? undefined : { number });
  const remove = useAct({
    act: (phone_number: string) =>
      bodyOf(
        api.POST('/v1/account_connections/remove_from_steering_pool', { ...id, body: { phone_number } }),
      ),
    done: 'The number is no longer in the steering pool.',
    changes,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(number);
  };
  const faults = [
    ...messagesAt(add.error, 'phone_number'),
    ...messagesElsewhere(add.error, ['phone_number']),
  ];
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
            <button
              type="button"
              className="quiet"
              onClick={() => remove.mutate(one)}
              disabled={remove.isPending}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      {restored && number !== '' && <RestoredNote />}
      <form onSubmit={submit} aria-label="Add to the steering pool">
        <FormFields busy={add.isPending} className="row-form">
          <Field label="Number" faults={faults}>
            {(control) => (
              <input
                {...control}
                type="tel"
                required
                value={number}
                onChange={({ target }) => setNumber(target.value)}
              />
            )}
          </Field>
          <button type="submit">Add</button>
          <button type="button" onClick={() => add.mutate(null)}>
            Add all active numbers of the account
          </button>
        </FormFields>
      </form>
    </div>
  );
}
