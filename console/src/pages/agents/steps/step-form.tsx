import { ArrowUp, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { picked } from '../../../form/changes.ts';
import { FieldsOf } from '../../../form/control.tsx';
import { type ControlOf, type Fields, isInner, objectOf, type Values } from '../../../form/field.ts';
import { More } from '../../../form/help.tsx';
import { Confirm } from '../../../parts/controls/confirm.tsx';
import { Button, Faults, IconButton, InputField, Segmented, Switch } from '../../../parts/controls.tsx';
import { UNFINISHED } from '../../../parts/editor/unfinished.ts';
import { freeName, withEntry } from './outline.ts';

/** What a step does, and the fields that only such a step has. */
const FIELDS = { goal: ['say', 'goal', 'collect', 'actions'], say: ['say'], do: ['do'] } as const;
type Kind = keyof typeof FIELDS;

const KINDS = [
  ['goal', 'Talk'],
  ['say', 'Only say'],
  ['do', 'Run an action'],
] as const;

const kindOf = ({ say, do: action, goal, collect }: Values): Kind =>
  action !== undefined ? 'do' : say !== undefined && (goal ?? collect) === undefined ? 'say' : 'goal';

/** One step as a form. */
export function StepForm({
  name,
  taken,
  value,
  fields: { step: fields, value: ofValue, exit: ofExit },
  path,
  faultsAt,
  onChange,
  onRename,
  onDelete,
}: Omit<ControlOf, 'field'> & {
  readonly name: string;
  /** The names of other steps, and of handoffs. */
  readonly taken: readonly string[];
  readonly fields: Readonly<Record<'step' | 'value' | 'exit', Fields>>;
  readonly onRename: (name: string) => void;
  readonly onDelete: () => void;
}) {
  const step = objectOf(value);
  const [kind, setKind] = useState(() => kindOf(step));
  // What another kind has no place for comes back with its own.
  const [kept, setKept] = useState(step);
  const choose = (chosen: Kind) => {
    const all = { ...kept, ...step };
    setKept(all);
    setKind(chosen);
    onChange(picked(all, [...FIELDS[chosen], 'secure', 'next']));
  };
  const of = (one: string) => ({
    ...{ faultsAt, path: [...path, one], value: step[one] },
    onChange: (changed: unknown) => onChange({ ...step, [one]: changed }),
  });
  const plain = (...names: readonly string[]) => (
    <FieldsOf {...{ path, faultsAt, value, onChange }} fields={picked(fields, names)} />
  );
  const { collect, actions, next } = fields;
  return (
    <div className="step-form">
      <NameField label="Name of the step" {...{ name, taken, onRename }} />
      <Segmented label="Kind of step" options={KINDS} value={kind} onChange={choose} />
      {plain(...FIELDS[kind].filter((one) => one !== 'collect' && one !== 'actions'))}
      {kind === 'goal' && collect && actions && (
        <>
          <ValuesControl field={collect} fields={ofValue} {...of('collect')} />
          <Switch
            label="Only some of the agent’s actions"
            isSelected={step.actions !== undefined}
            onChange={(isOn) => of('actions').onChange(isOn ? [] : undefined)}
          />
          {step.actions !== undefined && plain('actions')}
        </>
      )}
      {plain('secure')}
      {next && <ExitsControl field={next} fields={ofExit} {...of('next')} />}
      <Faults faults={faultsAt(path).filter((text) => !isInner(text))} />
      <Confirm
        button="Delete step"
        title={`Delete the step “${name}”?`}
        confirm="Delete the step"
        danger
        onConfirm={onDelete}
      >
        <p>Exits that lead to it stay. Let them lead elsewhere before you save.</p>
      </Confirm>
    </div>
  );
}

type PartsOf = ControlOf & { /** The fields of one of them. */ readonly fields: Fields };

/** The values that a step gets from the contact. */
function ValuesControl({ fields, value, onChange, ...control }: PartsOf) {
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

const exitKind = (exit: unknown) => EXITS.find(([kind]) => kind in objectOf(exit))?.[0] ?? 'else';

/** The exits of a step, in their order. */
function ExitsControl({ fields, value, onChange, ...control }: PartsOf) {
  const exits: readonly unknown[] = Array.isArray(value) ? value : [];
  const otherwise = exits.findIndex((exit) => exitKind(exit) === 'else');
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
            exitKind(exit),
            'to',
            ...(exitKind(exit) === 'when' ? ['from', 'confirmed'] : []),
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
            value={exitKind(exit)}
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

/** The name of a step or of a value. It follows what is typed, unless another one has that name. */
function NameField({
  label,
  name,
  taken,
  onRename,
}: {
  readonly label: string;
  readonly name: string;
  /** Names of others. */
  readonly taken: readonly string[];
  readonly onRename: (name: string) => void;
}) {
  const [typed, setTyped] = useState({ name, text: name });
  const text = typed.name === name ? typed.text : name;
  const isFree = (given: string) => given !== '' && !taken.includes(given);
  const faults = isFree(text) ? [] : [text === '' ? 'Enter a name.' : 'This name is already in use.'];
  const change = (given: string) => {
    setTyped({ name: isFree(given) ? given : name, text: given });
    if (isFree(given)) onRename(given);
  };
  return (
    <InputField
      label={label}
      className="code"
      faults={faults}
      {...(faults.length > 0 && { [UNFINISHED]: true })}
      value={text}
      onChange={(given) => change(given.trim())}
    />
  );
}
