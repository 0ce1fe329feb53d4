import { useState } from 'react';
import { api } from '../../api/client.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { same } from '../../form/changes.ts';
import { Form } from '../../form/form.tsx';
import { SecretInput } from '../../form/secret-input.tsx';
import { ChoiceCard } from '../../parts/controls/choice-card.tsx';
import Dialog from '../../parts/controls/dialog.tsx';
import { Button, Faults, Field } from '../../parts/controls.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useAct } from '../../parts/use-act.ts';
import { bodyFrom, type ConnectionType, type Entered, enteredOf, KINDS, kindOf } from './kinds.ts';

/** The form of a new connection, or of new credentials for one. */
export default function ConnectionDialog({
  connection,
  onSaved,
  onClose,
}: {
  /** The connection whose credentials change; undefined to make one. */
  readonly connection: { readonly id: string; readonly type: ConnectionType } | undefined;
  readonly onSaved?: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const [type, setType] = useState(connection?.type);
  const [before] = useState<Entered>(() => (connection ? enteredOf(connection) : {}));
  const [entered, setEntered] = useState(before);
  const isChanged = !same(before, entered);
  return (
    <Dialog
      title={connection ? 'New credentials' : type ? kindOf(type).name : 'New connection'}
      isOpen
      isChanged={isChanged}
      onClose={onClose}
    >
      {type ? (
        <ConnectionForm
          type={type}
          id={connection?.id}
          entered={entered}
          isChanged={isChanged}
          onChange={setEntered}
          onSaved={onSaved}
          onClose={onClose}
        />
      ) : (
        <div className="choice-cards">
          {(Object.keys(KINDS) as ConnectionType[]).map((one) => {
            const { name, icon, text } = kindOf(one);
            return (
              <ChoiceCard key={one} icon={icon} title={name} onChoose={() => setType(one)}>
                {text}
              </ChoiceCard>
            );
          })}
        </div>
      )}
    </Dialog>
  );
}

function ConnectionForm({
  type,
  id,
  entered,
  isChanged,
  onChange,
  onSaved,
  onClose,
}: {
  readonly type: ConnectionType;
  readonly id: string | undefined;
  readonly entered: Entered;
  readonly isChanged: boolean;
  readonly onChange: (entered: Entered) => void;
  readonly onSaved: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const { text, noun, fields } = kindOf(type);
  const target = id === undefined ? `/v1/${noun}/create` : `/v1/${noun}/update?id=${id}`;
  const save = useAct({
    act: () => api.request('POST', target, { body: bodyFrom(type, entered, id !== undefined) }),
    done: id === undefined ? 'Connection created' : 'Credentials updated',
    changes: [['connections'], ['vector databases'], ['choices'], ['agents']],
    showsFault: true,
    onDone: () => {
      onSaved?.();
      onClose();
    },
  });
  useUnsaved(isChanged && !save.isPending);
  const known = fields.map(({ path }) => path[0] ?? '');
  return (
    <Form label="Connection" busy={save.isPending} noValidate onSubmit={() => save.mutate(undefined)}>
      <p className="help">{text}</p>
      {fields.map(({ path, label, help, isSecret }) => (
        <Field key={label} label={label} help={help} faults={messagesAt(save.error, ...path)}>
          {(control) => {
            const value = entered[label] ?? '';
            const put = (typed: string) => onChange({ ...entered, [label]: typed });
            return isSecret ? (
              <SecretInput {...control} what={label.toLowerCase()} value={value} onChange={put} />
            ) : (
              <input {...control} value={value} onChange={({ target }) => put(target.value)} />
            );
          }}
        </Field>
      ))}
      <Faults faults={messagesElsewhere(save.error, known)} />
      <div className="actions">
        <Button onClick={onClose}>Cancel</Button>
        <button type="submit" className="primary">
          {save.isPending ? 'Checking …' : 'Connect'}
        </button>
      </div>
    </Form>
  );
}
