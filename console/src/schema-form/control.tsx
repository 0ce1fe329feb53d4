import { useState } from 'react';
import { type ControlProps, Field } from '../parts/field.tsx';
import { Prose } from '../parts/prose.tsx';
import { words } from '../parts/status-badge.tsx';
import { useUnsaved } from '../parts/unsaved.ts';
import type { ControlOf } from './control-of.ts';
import { ExtractControl } from './extract-control.tsx';
import type { FormField } from './fields.ts';
import { ListControl, MapControl } from './list-control.tsx';
import { ReferenceControl, ReferencesControl, variantOf } from './reference-control.tsx';
import { SecretInput } from './secret-input.tsx';
import { UNFINISHED } from './unfinished.ts';

/** The control of one field, by its kind. */
export function Control(control: ControlOf) {
  const { field } = control;
  if (field.kind === 'group') return <Group {...control} />;
  if (field.kind === 'choices') return <Choices {...control} />;
  if (field.kind === 'references') return <ReferencesControl {...control} />;
  if (field.kind === 'boolean') return <Check {...control} />;
  if (field.kind === 'reference') return <Reference {...control} />;
  if (field.kind === 'list') return <ListControl {...control} draw={draw} />;
  if (field.kind === 'map') return <MapControl {...control} draw={draw} />;
  if (field.kind === 'extract') return <ExtractControl {...control} asJson={<Single {...control} />} />;
  return <Single {...control} />;
}

const draw = (control: ControlOf) => <Control {...control} />;

/** A control with a label of its own. */
function Single({ field, value, onChange, path, faultsAt }: ControlOf) {
  return (
    <Field label={<Label field={field} />} help={<Help field={field} />} faults={faultsAt(path)}>
      {(props) => {
        if (field.kind === 'choice')
          return <Select {...props} field={field} value={value} onChange={onChange} />;
        if (field.kind === 'json' || field.kind === 'extract')
          return <JsonInput {...props} value={value} onChange={onChange} />;
        if (field.kind === 'number')
          return <NumberInput {...props} field={field} value={value} onChange={onChange} />;
        if (field.kind === 'secret') {
          return (
            <SecretInput
              {...props}
              what={field.label.toLowerCase()}
              value={String(value ?? '')}
              onChange={(typed) => onChange(textOf(typed, field))}
            />
          );
        }
        if (field.kind === 'prose') {
          return (
            <textarea
              {...props}
              rows={Math.min(16, Math.max(3, String(value ?? '').split('\n').length + 1))}
              value={String(value ?? '')}
              onChange={({ target }) => onChange(textOf(target.value, field))}
            />
          );
        }
        return (
          <input
            {...props}
            value={String(value ?? '')}
            onChange={({ target }) => onChange(textOf(target.value, field))}
          />
        );
      }}
    </Field>
  );
}

/** A choice of another record, followed by the fields of a new one. */
function Reference(control: ControlOf) {
  const { field, value, onChange, path, faultsAt } = control;
  const variant = variantOf(field, value);
  const values = typeof value === 'object' && value !== null ? { ...value } : {};
  const faults = faultsAt(path).filter((text) => variant === undefined || !isInner(text));
  return (
    <>
      <Field label={<Label field={field} />} help={<Help field={field} />} faults={faults}>
        {(props) => <ReferenceControl {...props} {...control} />}
      </Field>
      {variant && (
        <fieldset>
          <legend>New {field.label.toLowerCase()}</legend>
          {variant.fields.map((inner) => (
            <Control
              key={inner.name}
              field={inner}
              value={Reflect.get(values, inner.name)}
              path={[...path, inner.name]}
              faultsAt={faultsAt}
              onChange={(changed) => onChange({ ...values, [inner.name]: changed })}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

/** Whether a message is about a field within, which shows it itself. */
const isInner = (text: string) => /^[\w.]+: /.test(text);

/** An empty text is no text, where the field may be left out. */
const textOf = (text: string, field: FormField) => (text === '' && field.nullable ? null : text);

function Label({ field }: { readonly field: FormField }) {
  return (
    <>
      {field.label}
      {field.required && <span className="faint"> (needed)</span>}
    </>
  );
}

function Help({ field }: { readonly field: FormField }) {
  return (
    <>
      <Prose text={field.help} />
      {field.default !== undefined && field.default !== null && (
        <>
          {' '}
          Default: <code>{String(field.default)}</code>.
        </>
      )}
    </>
  );
}

type Plain = ControlProps & Pick<ControlOf, 'value' | 'onChange'>;

function Select({ field, value, onChange, ...props }: Plain & { readonly field: FormField }) {
  return (
    <select {...props} value={String(value ?? '')} onChange={({ target }) => onChange(target.value || null)}>
      {(field.nullable || value === undefined || value === null) && (
        <option value="">{field.default === undefined ? '–' : `default (${String(field.default)})`}</option>
      )}
      {field.options?.map((option) => (
        <option key={option} value={option}>
          {words(option)}
        </option>
      ))}
    </select>
  );
}

function NumberInput({ field, value, onChange, ...props }: Plain & { readonly field: FormField }) {
  return (
    <input
      {...props}
      type="number"
      min={field.minimum}
      max={field.maximum}
      step={field.step}
      placeholder={field.default === undefined ? undefined : String(field.default)}
      value={typeof value === 'number' ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
    />
  );
}

/** A value as JSON. What is not JSON stays in the control, and its form is not sent until it is. */
function JsonInput({ value, onChange, ...props }: Plain) {
  const [text, setText] = useState(() =>
    value === undefined || value === null ? '' : JSON.stringify(value, null, 2),
  );
  const [wrong, setWrong] = useState(false);
  useUnsaved(wrong);
  const change = (written: string) => {
    setText(written);
    try {
      onChange(written.trim() === '' ? null : JSON.parse(written));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <>
      <textarea
        {...props}
        {...(wrong && {
          [UNFINISHED]: true,
          'aria-describedby': [props['aria-describedby'], `${props.id}-json`].filter(Boolean).join(' '),
        })}
        className="code"
        rows={Math.min(14, text.split('\n').length + 1)}
        spellCheck={false}
        aria-invalid={wrong || props['aria-invalid']}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      {wrong && (
        <p className="fault" role="alert" id={`${props.id}-json`}>
          This is not JSON yet: complete it to save.
        </p>
      )}
    </>
  );
}

function Check({ field, value, onChange, path, faultsAt }: ControlOf) {
  return (
    <div className="check">
      <Field label={<Label field={field} />} help={<Help field={field} />} faults={faultsAt(path)}>
        {(props) => (
          <input
            {...props}
            type="checkbox"
            checked={(value ?? field.default) === true}
            onChange={({ target }) => onChange(target.checked)}
          />
        )}
      </Field>
    </div>
  );
}

function Choices({ field, value, onChange, path, faultsAt }: ControlOf) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <fieldset>
      <legend>
        <Label field={field} />
      </legend>
      <p className="help">
        <Help field={field} />
      </p>
      {field.options?.map((option) => (
        <label key={option} className="option">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, option] : chosen.filter((name) => name !== option))
            }
          />{' '}
          {words(option)}
        </label>
      ))}
      <Faults faults={faultsAt(path)} />
    </fieldset>
  );
}

function Group({ field, value, onChange, path, faultsAt }: ControlOf) {
  const values = typeof value === 'object' && value !== null ? { ...value } : undefined;
  return (
    <fieldset>
      <legend>{field.label}</legend>
      <p className="help">
        <Help field={field} />
      </p>
      {field.nullable && (
        <label className="option">
          <input
            type="checkbox"
            checked={values !== undefined}
            onChange={({ target }) => onChange(target.checked ? {} : null)}
          />{' '}
          Set
        </label>
      )}
      {(values !== undefined || !field.nullable) &&
        field.fields?.map((inner) => (
          <Control
            key={inner.name}
            field={inner}
            value={Reflect.get(values ?? {}, inner.name)}
            path={[...path, inner.name]}
            faultsAt={faultsAt}
            onChange={(changed) => onChange({ ...values, [inner.name]: changed })}
          />
        ))}
      <Faults faults={faultsAt(path).filter((text) => !isInner(text))} />
    </fieldset>
  );
}

function Faults({ faults }: { readonly faults: readonly string[] }) {
  return faults.length === 0 ? null : (
    <p className="fault" role="alert">
      {faults.join(' ')}
    </p>
  );
}
