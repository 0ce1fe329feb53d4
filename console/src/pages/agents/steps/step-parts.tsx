import { ArrowUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { picked } from '../../../form/changes.ts';
import { FieldsOf } from '../../../form/control.tsx';
import { type ControlOf, type Fields, isInner, objectOf, type Values } from '../../../form/field.ts';
import { More } from '../../../form/help.tsx';
import { Button, Faults, IconButton, Segmented } from '../../../parts/controls.tsx';
import { NameField } from './name-field.tsx';
import { freeName, withEntry } from './outline.ts';

type PartsOf = ControlOf & { /** The fields of one of them. */ readonly fields: Fields };

/** The values that a step gets from the contact. */
export function ValuesControl({ fields, value, onChange, ...control }: PartsOf) {
  const values = objectOf(value);
  const names = Object.keys(values);
  const put = (next: Values) => onChange(Object.keys(next).length === 0 ? undefined : next);
  return (
    <Parts {...control} onAdd={() => put({ ...values, [freeName('value', names)]: { type: 'text' } })}>
      {names.map((name, at) => (
        <Part
          {...control}
          // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed.
          key={`${names.length} ${at}`}
          title={`value ${at + 1}`}
          fields={picked(fields, ['type', 'description', 'confirm', 'keypad', ...choicesOf(values[name])])}
          value={values[name]}
          path={[...control.path, name]}
          onChange={(changed) => put(withEntry(values, at, [name, checked(changed)]))}
          onRemove={() => put(withEntry(values, at))}
        >
          <NameField
            label={`Name of value ${at + 1}`}
            name={name}
            taken={names.toSpliced(at, 1)}
            onRename={(to) => put(withEntry(values, at, [to, values[name]]))}
          />
        </Part>
      ))}
    </Parts>
  );
}

/** Only a choice has choices. */
const choicesOf = (value: unknown) => (objectOf(value).type === 'choice' ? ['choices'] : []);
const checked = (value: unknown) =>
  choicesOf(value).length > 0 ? value : { ...objectOf(value), choices: undefined };

const EXITS = [
  ['when', 'When'],
  ['if', 'If'],
  ['else', 'Else'],
] as const;

const kindOf = (exit: unknown) => EXITS.find(([kind]) => kind in objectOf(exit))?.[0] ?? 'else';

/** The exits of a step, in their order. */
export function ExitsControl({ fields, value, onChange, ...control }: PartsOf) {
  const exits: readonly unknown[] = Array.isArray(value) ? value : [];
  const otherwise = exits.findIndex((exit) => kindOf(exit) === 'else');
  // The else stays the last one.
  const add = () =>
    onChange(otherwise < 0 ? [...exits, { to: '' }] : exits.toSpliced(otherwise, 0, { when: '', to: '' }));
  return (
    <Parts {...control} onAdd={add}>
      {exits.map((exit, at) => (
        <Part
          {...control}
          // biome-ignore lint/suspicious/noArrayIndexKey: exits have no other name.
          key={at}
          title={`exit ${at + 1}`}
          fields={picked(fields, [
            kindOf(exit),
            'to',
            ...(kindOf(exit) === 'when' ? ['from', 'confirmed'] : []),
          ])}
          value={exit}
          path={[...control.path, String(at)]}
          onChange={(changed) => onChange(exits.with(at, changed))}
          onUp={at > 0 && (() => onChange(exits.toSpliced(at, 1).toSpliced(at - 1, 0, exit)))}
          onRemove={() => onChange(exits.toSpliced(at, 1))}
        >
          <Segmented
            label={`Kind of exit ${at + 1}`}
            options={EXITS}
            value={kindOf(exit)}
            onChange={(kind) => {
              const { to } = objectOf(exit);
              onChange(exits.with(at, kind === 'else' ? { to } : { [kind]: '', to }));
            }}
          />
        </Part>
      ))}
    </Parts>
  );
}

/** Parts of a step, with a button for another one. */
function Parts({
  field,
  path,
  faultsAt,
  onAdd,
  children,
}: Pick<ControlOf, 'field' | 'path' | 'faultsAt'> & {
  readonly onAdd: () => void;
  readonly children: ReactNode;
}) {
  return (
    <fieldset>
      <legend>
        {field.label} <More field={field} />
      </legend>
      {children}
      <Button onClick={onAdd}>Add {field.itemName}</Button>
      <Faults faults={faultsAt(path).filter((text) => !isInner(text))} />
    </fieldset>
  );
}

function Part({
  title,
  onUp,
  onRemove,
  children,
  ...fields
}: Parameters<typeof FieldsOf>[0] & {
  readonly title: string;
  readonly path: readonly string[];
  /** Moves it before the one above, if there is one. */
  readonly onUp?: false | (() => void);
  readonly onRemove: () => void;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="step-part" aria-label={title}>
      <div className="actions">
        {onUp && <IconButton icon={ArrowUp} label={`Move ${title} up`} onClick={onUp} />}
        <IconButton icon={X} label={`Remove ${title}`} onClick={onRemove} />
      </div>
      {children}
      <FieldsOf {...fields} />
      <Faults faults={fields.faultsAt(fields.path).filter((text) => !isInner(text))} />
    </fieldset>
  );
}
