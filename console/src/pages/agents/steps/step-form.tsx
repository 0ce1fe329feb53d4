import { useState } from 'react';
import { picked } from '../../../form/changes.ts';
import { FieldsOf } from '../../../form/control.tsx';
import { type ControlOf, type Fields, isInner, objectOf, type Values } from '../../../form/field.ts';
import { Confirm } from '../../../parts/controls/confirm.tsx';
import { Faults, Segmented, Switch } from '../../../parts/controls.tsx';
import { NameField } from './name-field.tsx';

import { ExitsControl, ValuesControl } from './step-parts.tsx';

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
