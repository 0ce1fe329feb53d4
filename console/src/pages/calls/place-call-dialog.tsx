import { Button, CheckOption, Faults, InputField } from '../../parts/controls.tsx';
import { FaultNote } from '../../parts/query-state.tsx';
import './place-call.css';
import { Link, useNavigate } from '@tanstack/react-router';
import { PhoneOutgoing } from 'lucide-react';
import { ApiError } from 'phone-call-agents-client';
import { type FormEvent, useMemo, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import Dialog from '../../parts/controls/dialog.tsx';
import type { CallPreset } from '../../parts/place-call.ts';
import { useAct } from '../../parts/use-act.ts';
import { type Given, useVariables } from '../../parts/use-variables.ts';
import { ValueFields } from '../../parts/value-fields.tsx';
import { type CallChoice, CallFields, IfCanCall, useCallChoice } from './call-fields.tsx';

/** Places one call, and leads to its page. */
export default function PlaceCallDialog({
  preset,
  onClose,
}: {
  readonly preset: CallPreset;
  readonly onClose: () => void;
}) {
  const [to, setTo] = useState(preset.to ?? '');
  const [choice, setChoice] = useState<CallChoice>({
    agent: preset.agent ?? '',
    version: preset.version ?? '',
    from: undefined,
  });
  const [values, setValues] = useState<Given>({});
  const [overrides, setOverrides] = useState(false);
  const chosen = useCallChoice(choice);
  const asked = useVariables(chosen.agent, choice.version || undefined);
  const given = asked.variables.flatMap(({ name }) => (values[name] ? [[name, values[name]] as const] : []));
  const place = usePlacing(
    {
      to_number: to.trim(),
      from_number: chosen.from,
      agent: chosen.agent?.id ?? '',
      ...(choice.version && { agent_version: Number(choice.version) }),
      ...(choice.purpose && { purpose: choice.purpose }),
      ...(given.length > 0 && { context: Object.fromEntries(given) }),
      ...(overrides && { override_do_not_call: true }),
    },
    onClose,
  );
  const { error } = place;
  const canPlace = chosen.agent !== undefined && !asked.isPending && !place.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canPlace) place.mutate(undefined);
  };
  // Closed meanwhile and opened again, it would call twice.
  const close = () => place.isPending || onClose();
  const isChanged = given.length > 0 || to !== (preset.to ?? '');
  return (
    <Dialog title="Place a call" isOpen onClose={close}>
      <IfCanCall chosen={chosen} onLeave={onClose}>
        <form
          className="place-call"
          data-changed={(isChanged && !place.isPending) || undefined}
          onSubmit={submit}
        >
          <InputField
            label="Number to call"
            help="With its country code, such as +1 555 123 0001."
            faults={messagesAt(error, 'to_number')}
            ref={focusFirst}
            type="tel"
            autoComplete="off"
            required
            value={to}
            onChange={setTo}
          />
          {hasIssue(error, 'law_consent') && (
            <Link to="/settings" search={{ tab: 'consents', number: to }} onClick={close}>
              Record a consent
            </Link>
          )}
          {(hasIssue(error, 'do_not_call') || overrides) && (
            <CheckOption isChecked={overrides} onChange={setOverrides}>
              Call anyway: the number is on the do-not-call list
            </CheckOption>
          )}
          <CallFields choice={choice} chosen={chosen} error={error} onChange={setChoice} />
          {asked.error && <FaultNote error={asked.error} onRetry={asked.retry} />}
          <ValueFields variables={asked.variables} given={values} onChange={setValues} />
          <Faults faults={[...messagesAt(error, 'context'), ...messagesElsewhere(error, SHOWN)]} />
          <div className="actions">
            <Link to="/calls/batch" disabled={place.isPending} onClick={close}>
              Call a list from a CSV
            </Link>
            <Button disabled={place.isPending} onClick={close}>
              Cancel
            </Button>
            <button type="submit" className="primary" aria-disabled={!canPlace || undefined}>
              <PhoneOutgoing size={16} aria-hidden="true" />{' '}
              {place.isPending ? 'Placing …' : 'Place the call'}
            </button>
          </div>
        </form>
      </IfCanCall>
    </Dialog>
  );
}

/** Places the call, closes the dialog, and leads to the call's page. */
function usePlacing(body: Schema<'CallInput'>, onClose: () => void) {
  const navigate = useNavigate();
  const key = useKeyOf(body);
  return useAct({
    act: () => api.post('/v1/calls/create', { body, idempotencyKey: key }),
    done: 'The call is placed.',
    changes: [['calls']],
    showsFault: true,
    onDone: ({ id }) => {
      onClose();
      void navigate({ to: '/calls/$id', params: { id } });
    },
  });
}

/** Whether the API refused the call for a reason of this type. */
const hasIssue = (error: unknown, type: string) =>
  error instanceof ApiError && error.issues.some((issue) => issue.type === type);

/** The fields of the request at which the dialog shows what the API refuses. */
const SHOWN = ['to_number', 'agent', 'agent_version', 'from_number', 'purpose', 'context'];

/** A key that stays the same for the same request: after a lost answer, it does not call twice. */
function useKeyOf(body: object): string {
  const text = JSON.stringify(body);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request needs another key.
  return useMemo(() => crypto.randomUUID(), [text]);
}

/** Gives a field the focus when it is shown. */
const focusFirst = (element: HTMLInputElement | null) => element?.focus();
