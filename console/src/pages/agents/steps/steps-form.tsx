import { useQuery } from '@tanstack/react-query';
import type { Issue } from 'phone-call-agents-client';
import { useEffect } from 'react';
import { openapi } from '../../../api/document.ts';
import { type Document, type JsonSchema, resolved } from '../../../api/document-types.ts';
import { actionsList } from '../../../api/lists.ts';
import { picked } from '../../../form/changes.ts';
import { FieldsOf } from '../../../form/control.tsx';
import { type ControlOf, type Fields, type FormField, objectOf, type Values } from '../../../form/field.ts';
import { labelOf } from '../../../format/label.ts';
import { Button, Faults } from '../../../parts/controls.tsx';
import { QueryState } from '../../../parts/query-state.tsx';
import { entryOf, itemsOf } from '../actions/entry.ts';
import type { Action } from '../actions/kinds.ts';
import { freeName, renamed, withEntry } from './outline.ts';
import { StepForm } from './step-form.tsx';
import { stepGraph } from './step-graph.ts';

/** The steps as a list, each of which opens as a form. */
export default function StepsForm({
  outline,
  onChange,
  open,
  setOpen,
  actions,
  faultsAt,
  error,
  warnings = [],
  onYaml,
}: Pick<ControlOf, 'faultsAt' | 'onChange'> & {
  /** The outline as it is written, without defaults. */
  readonly outline: Values;
  /** The place of the step that is open: a name changes while it is typed. */
  readonly open: number | undefined;
  readonly setOpen: (open: number | undefined) => void;
  /** What the field `actions` of the agent's form holds. */
  readonly actions: unknown;
  /** Why the agent could not be saved. */
  readonly error: unknown;
  readonly warnings: readonly Issue[] | undefined;
  /** Shows the YAML. */
  readonly onYaml: () => void;
}) {
  const document = useQuery(openapi);
  const stored = useQuery(actionsList);
  const steps = objectOf(outline.steps);
  const names = Object.keys(steps);
  const places = [...names, ...Object.keys(objectOf(outline.handoffs))];
  const notes = new Map(stepGraph(outline).nodes.map(({ name, note }) => [name, note]));
  const known = itemsOf(actions).flatMap((item) => entryOf(item, stored.data ?? []).action ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed save opens the first step with a fault, once.
  useEffect(() => {
    const faulty = names.findIndex((name) => faultsAt(['steps', 'steps', name]).length > 0);
    if (faulty >= 0) setOpen(faulty);
  }, [error]);
  if (!document.data) return <QueryState query={document} what="the form" />;
  const named = Object.values(steps).flatMap((step) => itemsOf(objectOf(step).actions).map(String));
  const fields = fieldsOfSteps(document.data, places, [...new Set([...known.map(nameOf), ...named])]);
  const put = (next: Values) => onChange({ ...outline, steps: next });
  const add = () => {
    const name = freeName('step', places);
    setOpen(names.length);
    onChange({ entry: name, ...outline, steps: { ...steps, [name]: { goal: '' } } });
  };
  const remove = (at: number) => {
    setOpen(undefined);
    if (names.length > 1) put(withEntry(steps, at));
    else onChange(null);
  };
  return (
    <div>
      {names.length > 0 && (
        <FieldsOf
          fields={picked(fields.outline, ['entry'])}
          value={outline}
          path={['steps']}
          {...{ onChange, faultsAt }}
        />
      )}
      <ol className="step-list" aria-label="Steps">
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed.
          <li key={at}>
            <Button
              className="quiet"
              aria-expanded={at === open}
              onClick={() => setOpen(at === open ? undefined : at)}
            >
              <strong>{name}</strong>
              <span className="faint">{notes.get(name)}</span>
            </Button>
            {at !== open && <Faults faults={faultsAt(['steps', 'steps', name])} />}
            {warnings
              .filter(({ loc }) => loc[2] === 'steps' && loc[3] === name)
              .map(({ msg }) => (
                <p key={msg} className="note" role="status">
                  {msg}
                </p>
              ))}
            {at === open && (
              <StepForm
                {...{ name, fields, faultsAt }}
                value={steps[name]}
                taken={places.filter((one) => one !== name)}
                path={['steps', 'steps', name]}
                onChange={(changed) => put(withEntry(steps, at, [name, changed]))}
                onRename={(to) => onChange(renamed(outline, name, to))}
                onDelete={() => remove(at)}
              />
            )}
          </li>
        ))}
      </ol>
      <button type="button" onClick={add}>
        Add step
      </button>
      <OnlyInYaml {...{ outline, onYaml }} />
      <Faults faults={faultsAt(['steps']).filter((text) => !/^(?:steps\.|entry: )/.test(text))} />
    </div>
  );
}

/** Says which parts of the outline the form lacks, and how many the agent has of each. */
function OnlyInYaml({ outline, onYaml }: { readonly outline: Values; readonly onYaml: () => void }) {
  const present = ['always', 'values', 'handoffs'].filter(
    (part) => Object.keys(Object(outline[part])).length > 0,
  );
  return (
    <p className="help">
      Exits of every step (<code>always</code>), <code>values</code> from elsewhere and <code>handoffs</code>{' '}
      are in the YAML. {present.length > 0 && `This agent has ${present.join(', ')}.`}{' '}
      <button type="button" className="link" onClick={onYaml}>
        Edit them as YAML
      </button>
    </p>
  );
}

/** The fields of a step, of its values and of its exits, and where the outline begins. */
function fieldsOfSteps(document: Document, places: readonly string[], actions: readonly string[]) {
  const options = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));
  const choice = (names: readonly string[]) =>
    ({ kind: 'choice', options: options(names), empty: 'choose …' }) as const;
  return {
    outline: fieldsOf(document, 'AgentSteps', { entry: choice(places) }),
    step: fieldsOf(document, 'AgentStepsSteps', {
      do: choice(actions),
      actions: { kind: 'choices', options: options(actions) },
      collect: { label: 'Values to collect', itemName: 'value' },
      next: { label: 'Exits', itemName: 'exit' },
    }),
    value: fieldsOf(document, 'AgentStepsStepsCollect'),
    exit: fieldsOf(document, 'AgentStepsStepsNext', {
      when: { required: true },
      if: { required: true },
      to: choice(places),
    }),
  };
}

/** What steps call an action. */
const nameOf = ({ type, config: { name } }: Action): string => {
  if (type === 'action_dtmf') return 'press_keys';
  const isNamed = type === 'action_external' || type === 'action_mcp';
  return isNamed ? String(name).replaceAll(/[^A-Za-z0-9_-]+/g, '_') : type.replace(/^action_/, '');
};

/** Fields of a schema of the API's document as those of a form, with some changes. Their labels are their names. */
function fieldsOf(
  document: Document,
  schema: string,
  changes: Readonly<Record<string, Partial<FormField>>> = {},
): Fields {
  const { properties = {}, required = [] } = document.components.schemas[schema] ?? {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { description: more = '', ...given } = resolved(document, property);
      return [
        name,
        { label: labelOf(name), more, ...kindOf(given, required.includes(name)), ...changes[name] },
      ];
    }),
  );
}

/** Characters from which a text gets several lines, and the number of choices that still stand side by side. */
const [LONG, FEW] = [1_000, 3];

function kindOf({ type, enum: values, const: only, maxLength = 0 }: JsonSchema, required: boolean) {
  const options = values ?? (typeof only === 'string' ? [only] : undefined);
  if (!options) {
    if (type === 'boolean') return { kind: 'boolean' } as const;
    return { kind: type === 'array' ? 'lines' : maxLength >= LONG ? 'prose' : 'text' } as const;
  }
  const names = options.map((option) => [String(option), labelOf(String(option))]);
  const isSegmented = required && options.length <= FEW;
  const field = { kind: 'choice', isSegmented, options: Object.fromEntries(names) } as const;
  return required ? field : { ...field, empty: '–' };
}
