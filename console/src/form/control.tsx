import { onDemand } from '../parts/on-demand.tsx';
import './form.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agentsList, connectionsList, connectionTitle, databasesList, webhooksList } from '../api/lists.ts';
import { agentChoices } from '../format/label.ts';
import {
  Button,
  CheckOption,
  Faults,
  Field,
  Label,
  type Options,
  Select,
  Switch,
} from '../parts/controls.tsx';
import { same } from './changes.ts';
import { type ControlOf, type Fields, isInner, kindOf, objectOf, type Values } from './field.ts';
import { Help, More } from './help.tsx';
import { Prose } from './prose.tsx';
import { SingleControl } from './single-control.tsx';

const ExtractControl = onDemand(() => import('./extract-control.tsx'));

/** The control of one field, by its kind. */
export function Control(control: ControlOf) {
  switch (kindOf(control.field)) {
    case 'group':
      return <Group {...control} />;
    case 'list':
      return <List {...control} />;
    case 'boolean':
      return <OnOff {...control} />;
    case 'choices':
      return <Choices {...control} options={Object.entries(control.field.options ?? {})} />;
    case 'reference':
      return <Reference {...control} />;
    case 'extract':
      return <ExtractControl {...control} />;
    default:
      return <SingleControl {...control} />;
  }
}

/** The controls of the fields of an object. */
export function FieldsOf({
  fields,
  value,
  onChange,
  path = [],
  faultsAt,
}: Omit<ControlOf, 'field' | 'path'> & { readonly fields: Fields; readonly path?: readonly string[] }) {
  const values = objectOf(value);
  return Object.entries(fields).map(([name, field]) => (
    <Control
      key={name}
      field={field}
      value={values[name]}
      path={[...path, name]}
      faultsAt={faultsAt}
      onChange={(changed) => onChange({ ...values, [name]: changed })}
    />
  ));
}

function OnOff({ field, value, onChange, path, faultsAt }: ControlOf) {
  return (
    <div className="on-off">
      <Switch
        label={field.label}
        help={field.help && <Prose text={field.help} />}
        isSelected={(value ?? field.default) === true}
        onChange={onChange}
      />
      <More field={field} />
      <Faults faults={faultsAt(path)} />
    </div>
  );
}

/** Several of some options, each with its words. */
export function Choices({
  field,
  value,
  onChange,
  path,
  faultsAt,
  options,
}: ControlOf & { options: Options }) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const { usual = options.map(([option]) => option) } = field;
  const others = options.filter(([option]) => !usual.includes(option));
  const optionOf = ([option, name]: Options[number]) => (
    <CheckOption
      key={option}
      isChecked={chosen.includes(option)}
      onChange={(isOn) => onChange(isOn ? [...chosen, option] : chosen.filter((one) => one !== option))}
    >
      {name}
    </CheckOption>
  );
  return (
    <fieldset>
      <legend>
        <Label name={field.label} isRequired={field.required ?? false} />
      </legend>
      <Help field={field} />
      {options.length === 0 && <p className="faint">None yet</p>}
      {options.filter(([option]) => usual.includes(option)).map(optionOf)}
      {others.length > 0 && (
        <details>
          <summary>More {field.label.toLowerCase()}</summary>
          {others.map(optionOf)}
        </details>
      )}
      <Faults faults={faultsAt(path)} />
    </fieldset>
  );
}

/** A choice of another record. */
function Reference({ field, value, onChange, path, faultsAt }: ControlOf) {
  const choices = useQuery({
    queryKey: ['choices', path.at(-1)],
    queryFn: ({ client }) => CHOICES[path.at(-1) ?? '']?.(client) ?? [],
  });
  const id = typeof value === 'string' ? value : objectOf(value).id;
  return (
    <Field
      label={<Label name={field.label} isRequired={field.required ?? false} />}
      hint={<More field={field} />}
      help={field.help && <Prose text={field.help} />}
      faults={faultsAt(path)}
    >
      {(props) => (
        <Select
          {...props}
          none={field.empty ?? 'choose …'}
          options={choices.data ?? []}
          value={String(id ?? '')}
          onChange={(chosen) => onChange(chosen || null)}
        />
      )}
    </Field>
  );
}

type Client = Parameters<
  Extract<(typeof agentsList)['queryFn'], (...context: never[]) => unknown>
>[0]['client'];

const connections = (type: string) => async (client: Client) =>
  (await client.fetchQuery(connectionsList))
    .filter((one) => one.type === type)
    .map((one) => [one.id, connectionTitle(one)] as const);

/** The records that a field of this name can refer to. */
const CHOICES: Readonly<Record<string, (client: Client) => Promise<Options>>> = {
  vector_database: async (client) =>
    (await client.fetchQuery(databasesList)).map(({ id, index }) => [id, index]),
  webhook: async (client) => (await client.fetchQuery(webhooksList)).map(({ id, url }) => [id, url]),
  llm_account_connection: connections('account_connection_llm'),
  telephony_account_connection: connections('account_connection_telephony'),
  agent: async (client) => agentChoices(await client.fetchQuery(agentsList)),
  inbound_agent: async (client) => agentChoices(await client.fetchQuery(agentsList)),
};

/** Several fields. One that may be left out is switched on, or is always open. */
function Group(control: ControlOf) {
  const { field, value, onChange, path, faultsAt } = control;
  const { fields = {}, isOpen = false, required = false } = field;
  const faults = <Faults faults={faultsAt(path).filter((text) => !isInner(text))} />;
  if (!required && !isOpen) {
    const isOn = value !== undefined && value !== null;
    return (
      <fieldset className="on-off" aria-label={field.label}>
        <Switch
          label={field.label}
          help={field.help && <Prose text={field.help} />}
          isSelected={isOn}
          onChange={(on) => onChange(on ? (field.default ?? {}) : null)}
        />
        <More field={field} />
        {faults}
        {isOn && (
          <div className="inner">
            <FieldsOf {...control} fields={fields} />
          </div>
        )}
      </fieldset>
    );
  }
  const change = (changed: unknown) =>
    onChange(!required && isEmpty(fields, objectOf(changed)) ? null : changed);
  return (
    <fieldset>
      <legend>
        {field.label} <More field={field} />
      </legend>
      <Help field={field} />
      <FieldsOf {...control} fields={fields} onChange={change} />
      {faults}
    </fieldset>
  );
}

/** Whether the fields say nothing that leaving them out would not say. */
const isEmpty = (fields: Fields, values: Values) =>
  Object.entries(fields).every(([name, { default: usual }]) =>
    [null, '', [], usual].some((nothing) => same(values[name], nothing)),
  );

/** A list of groups. */
function List({ field, value, onChange, path, faultsAt }: ControlOf) {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const put = (next: readonly unknown[]) => onChange(next.length === 0 ? null : next);
  const { itemName: name = 'Item', most = Number.POSITIVE_INFINITY, fields = {} } = field;
  // Items have no id, and their controls have entries of their own.
  const [generation, setGeneration] = useState(0);
  return (
    <fieldset>
      <legend>
        {field.label} <More field={field} />
      </legend>
      <Help field={field} />
      {items.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <div key={`${generation} ${at}`} className="item">
          <Group
            field={{ kind: 'group', label: `${name} ${at + 1}`, fields, required: true }}
            value={one}
            path={[...path, String(at)]}
            faultsAt={faultsAt}
            onChange={(changed) => put(items.with(at, changed))}
          />
          <Button
            onClick={() => {
              setGeneration(generation + 1);
              put(items.toSpliced(at, 1));
            }}
          >
            Remove {name.toLowerCase()} {at + 1}
          </Button>
        </div>
      ))}
      <Button disabled={items.length >= most} onClick={() => put([...items, {}])}>
        Add {name.toLowerCase()}
      </Button>
      {items.length >= most && <span className="help"> Up to {most}</span>}
      <Faults faults={faultsAt(path).filter((text) => !isInner(text))} />
    </fieldset>
  );
}
