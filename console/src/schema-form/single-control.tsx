import { useState } from 'react';
import { languageName } from '../format/label.ts';
import { Faults } from '../parts/controls/faults.tsx';
import { type ControlProps, Field, Label } from '../parts/controls/field.tsx';
import { Segmented } from '../parts/controls/segmented.tsx';
import { Select } from '../parts/controls/select-field.tsx';
import { UNFINISHED } from '../parts/editor/unfinished.ts';
import { words } from '../parts/status-badge.tsx';
import { useUnsaved } from '../parts/unsaved.ts';
import type { ControlOf } from './control-of.ts';
import type { FormField } from './fields.ts';
import { SecretInput } from './secret-input.tsx';
import { HelpLine, helpOf, moreOn } from './text-of-field.tsx';

/** A control with a label of its own: a text, a number, a choice or JSON. */
export function SingleControl(control: ControlOf) {
  const { field, value, onChange, path, faultsAt } = control;
  if (field.isSegmented) return <Few {...control} />;
  const props = { field, value, onChange };
  return (
    <Field
      label={<Label name={field.label} isRequired={field.required} />}
      hint={moreOn(field)}
      help={helpOf(field)}
      faults={faultsAt(path)}
    >
      {(described) => {
        if (field.kind === 'choice') return <Choice {...described} {...props} />;
        if (field.kind === 'json' || field.kind === 'extract') return <JsonInput {...described} {...props} />;
        if (field.kind === 'number') return <NumberInput {...described} {...props} />;
        if (field.kind === 'secret') {
          return (
            <SecretInput
              {...described}
              what={field.label.toLowerCase()}
              value={String(value ?? '')}
              onChange={(typed) => onChange(textOf(typed, field))}
            />
          );
        }
        const text = {
          ...described,
          value: String(value ?? ''),
          placeholder: field.empty,
          onChange: ({ target }: { readonly target: { readonly value: string } }) =>
            onChange(textOf(target.value, field)),
        };
        return field.kind === 'prose' ? (
          <textarea {...text} rows={rowsOf(text.value)} />
        ) : (
          <input {...text} />
        );
      }}
    </Field>
  );
}

const rowsOf = (text: string) => Math.min(16, Math.max(3, text.split('\n').length + 1));

/** An empty text is null if the field is optional. */
const textOf = (text: string, field: FormField) => (text === '' && field.nullable ? null : text);

type Plain = ControlProps & Pick<ControlOf, 'field' | 'value' | 'onChange'>;

const nameOf = (field: FormField, option: string) =>
  field.words?.[option] ?? (field.name === 'language' ? languageName(option) : words(option));

/** A choice with few options, one of which is always selected. */
function Few({ field, value, onChange, path, faultsAt }: ControlOf) {
  const { options = [], default: usual } = field;
  return (
    <div className="field">
      <span className="label">
        <strong>{field.label}</strong>
        {moreOn(field)}
      </span>
      <div>
        <Segmented
          label={field.label}
          options={options.map((option) => [option, nameOf(field, option)])}
          value={String(value ?? usual ?? options[0])}
          onChange={onChange}
        />
      </div>
      <HelpLine field={field} />
      <Faults faults={faultsAt(path)} />
    </div>
  );
}

function Choice({ field, value, onChange, ...props }: Plain) {
  const usual = field.default ?? undefined;
  const none = usual === undefined ? '–' : `Default: ${nameOf(field, String(usual))}`;
  return (
    <Select
      {...props}
      none={field.nullable || value === undefined || value === null ? (field.empty ?? none) : undefined}
      options={(field.options ?? []).map((option) => [option, nameOf(field, option)])}
      value={String(value ?? '')}
      onChange={(chosen) => onChange(chosen || null)}
    />
  );
}

function NumberInput({ field, value, onChange, ...props }: Plain) {
  const { scale = 1, unit, minimum, maximum, empty } = field;
  const shown = (number: number) => number / scale;
  const usual = typeof field.default === 'number' ? String(shown(field.default)) : undefined;
  return (
    <span className="with-unit">
      <input
        {...props}
        type="number"
        min={minimum === undefined ? undefined : shown(minimum)}
        max={maximum === undefined ? undefined : shown(maximum)}
        step={scale === 1 ? field.step : 0.1}
        placeholder={empty ?? usual}
        value={typeof value === 'number' ? shown(value) : ''}
        onChange={({ target }) => onChange(target.value === '' ? null : scaled(target.valueAsNumber, scale))}
      />
      {unit !== undefined && <span className="faint">{unit}</span>}
    </span>
  );
}

/** A number in the API's units. Fractions of a second are whole milliseconds. */
const scaled = (number: number, scale: number) => (scale === 1 ? number : Math.round(number * scale));

/** A value as JSON. What is not JSON stays in the control, and its form is not sent until it is. */
function JsonInput({ field: _, value, onChange, ...props }: Plain) {
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
          Not valid JSON. Fix it to save.
        </p>
      )}
    </>
  );
}
