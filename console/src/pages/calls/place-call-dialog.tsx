import './place-call.css';
import { Link, useNavigate } from '@tanstack/react-router';
import { PhoneOutgoing } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import { api, bodyOf, type Schema } from '../../api/client.ts';
import { ApiFault, messagesAt, messagesElsewhere } from '../../api/fault.ts';
import Dialog from '../../parts/controls/dialog.tsx';
import { Field } from '../../parts/controls/field.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import type { CallPreset } from '../../parts/place-call.ts';
import { useAct } from '../../parts/use-act.ts';
import { useVariables } from '../../parts/use-variables.ts';
import { type CallChoice, CallFields, MissingForCalls, useCallChoice } from './call-fields.tsx';

/** Places one call, and leads to its page. */
export default function PlaceCallDialog({
  preset,
  onClose,
}: {
  readonly preset: CallPreset;
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  const [to, setTo] = useState(preset.to ?? '');
  const [choice, setChoice] = useState<CallChoice>({
    agent: preset.agent ?? '',
    version: preset.version ?? '',
    from: undefined,
  });
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [overrides, setOverrides] = useState(false);
  const chosen = useCallChoice(choice);
  const asked = useVariables(chosen.agent, choice.version || undefined);
  const { variables } = asked;
  const given = variables.flatMap(({ name }) => (values[name] ? [[name, values[name]] as const] : []));
  const body: Schema<'CallInput'> = {
    to_number: to.trim(),
    from_number: chosen.from,
    agent: chosen.agent?.id ?? '',
    ...(choice.version && { agent_version: Number(choice.version) }),
    ...(given.length > 0 && { context: Object.fromEntries(given) }),
    ...(overrides && { override_do_not_call: true }),
  };
  const key = useKeyOf(body);
  const place = useAct({
    act: () => bodyOf(api.POST('/v1/calls/create', { body, headers: { 'idempotency-key': key } })),
    done: 'The call is placed.',
    changes: [['calls']],
    showsFault: true,
    onDone: ({ id }) => {
      onClose();
      void navigate({ to: '/calls/$id', params: { id } });
    },
  });
  const { error } = place;
  const canPlace = chosen.agent !== undefined && !asked.isPending && !place.isPending;
  const isListed = error instanceof ApiFault && error.detail.some(({ type }) => type === 'do_not_call');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canPlace) place.mutate(undefined);
  };
  // Closed meanwhile and opened again, it would call twice.
  const close = () => place.isPending || onClose();
  const elsewhere = messagesElsewhere(error, SHOWN);
  const form = (
    <form className="place-call" onSubmit={submit}>
      <Field
        label="Number to call"
        help="With its country code, such as +1 555 123 0001."
        faults={messagesAt(error, 'to_number')}
      >
        {(control) => (
          <input
            {...control}
            ref={focusFirst}
            type="tel"
            autoComplete="off"
            required
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
        )}
      </Field>
      {(isListed || overrides) && (
        <label className="option">
          <input
            type="checkbox"
            checked={overrides}
            onChange={({ target }) => setOverrides(target.checked)}
          />{' '}
          Call it although it is on the do-not-call list
        </label>
      )}
      <CallFields choice={choice} chosen={chosen} error={error} onChange={setChoice} />
      {asked.error && <FaultNote error={asked.error} onRetry={asked.retry} />}
      {variables.map(({ name, needed }) => (
        <Field key={name} label={<VariableLabel name={name} needed={needed} />}>
          {(control) => (
            <input
              {...control}
              required={needed}
              maxLength={2000}
              value={values[name] ?? ''}
              onChange={({ target }) => setValues({ ...values, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      {[...messagesAt(error, 'context'), ...elsewhere].map((message) => (
        <p key={message} className="fault" role="alert">
          {message}
        </p>
      ))}
      <div className="actions">
        <Link to="/calls/batch" disabled={place.isPending} onClick={close}>
          Call many from a CSV
        </Link>
        <button type="button" disabled={place.isPending} onClick={close}>
          Cancel
        </button>
        <button type="submit" className="primary" aria-disabled={!canPlace || undefined}>
          <PhoneOutgoing size={16} aria-hidden="true" /> {place.isPending ? 'Placing …' : 'Place the call'}
        </button>
      </div>
    </form>
  );
  const isChanged = !place.isPending && (given.length > 0 || to !== (preset.to ?? ''));
  return (
    <Dialog title="Place a call" isOpen isChanged={isChanged} onClose={close}>
      {chosen.error ? (
        <FaultNote error={chosen.error} onRetry={chosen.retry} />
      ) : chosen.lacksAgent || chosen.lacksNumber ? (
        <MissingForCalls chosen={chosen} onLeave={onClose} />
      ) : (
        form
      )}
    </Dialog>
  );
}

/** The fields of the request at which the dialog shows what the API refuses. */
const SHOWN = ['to_number', 'agent', 'agent_version', 'from_number', 'context'];

/** A key that stays the same for the same request: after a lost answer, it does not call twice. */
function useKeyOf(body: object): string {
  const text = JSON.stringify(body);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request needs another key.
  return useMemo(() => crypto.randomUUID(), [text]);
}

/** Gives a field the focus when it is shown. */
const focusFirst = (element: HTMLInputElement | null) => element?.focus();

function VariableLabel({ name, needed }: { readonly name: string; readonly needed: boolean }) {
  return (
    <>
      <bdi>{name}</bdi>
      {needed && <span className="faint"> (needed)</span>}
    </>
  );
}
