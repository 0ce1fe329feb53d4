import { useState } from 'react';
import { fromLocalInput, toLocalInput } from '../format/date-time.ts';
import { Button, type ControlProps, Faults, Field, Label, Segmented, Select } from '../parts/controls.tsx';
import { type ControlOf, kindOf, objectOf } from './field.ts';
import { Help, More } from './help.tsx';
import { Prose } from './prose.tsx';

type Plain = ControlProps & Pick<ControlOf, 'field' | 'value' | 'onChange'>;

/** A control with a label of its own: a text, a number or a choice. */
export function SingleControl({ field, value, onChange, path, faultsAt }: ControlOf) {
  const props = { field, value, onChange };
  if (field.isSegmented) return <Few {...props} faults={faultsAt(path)} />;
  return (
    <Field
      label={<Label name={field.label} isRequired={field.required ?? false} />}
      hint={<More field={field} />}
      help={field.help && <Prose text={field.help} />}
      faults={faultsAt(path)}
    >
      {(described) => <Input {...described} {...props} />}
    </Field>
  );
}

function Input({ field, value, onChange, ...described }: Plain) {
  const { label, required = false, empty: placeholder } = field;
  const text = String(value ?? '');
  const put = (typed: string) => onChange(typed === '' && !required ? null : typed);
  switch (kindOf(field)) {
    case 'choice':
      return <Choice {...{ field, value, onChange }} {...described} />;
    case 'number':
      return <NumberInput {...{ field, value, onChange }} {...described} />;
    case 'lines':
      return <Lines {...{ field, value, onChange }} {...described} />;
    case 'keywords':
      return (
        <Lines
          {...{ field, value: linesOfBoosts(value) }}
          {...described}
          onChange={(lines) => onChange(lines && boostsOfLines(lines))}
        />
      );
    case 'time':
      return (
        <input
          {...described}
          type="datetime-local"
          value={toLocalInput(text)}
          onChange={({ target }) => onChange(fromLocalInput(target.value) ?? null)}
        />
      );
    case 'secret':
      return <SecretInput {...described} what={label.toLowerCase()} value={text} onChange={put} />;
    case 'prose':
      return (
        <textarea
          {...described}
          placeholder={placeholder}
          rows={Math.min(16, Math.max(3, text.split('\n').length + 1))}
          value={text}
          onChange={({ target }) => put(target.value)}
        />
      );
    default:
      return (
        <input
          {...described}
          type={field.type}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => put(target.value)}
        />
      );
  }
}

/** A choice with few options, one of which is always selected. */
function Few({
  field,
  value,
  onChange,
  faults,
}: Pick<Plain, 'field' | 'value' | 'onChange'> & { readonly faults: readonly string[] }) {
  const options = Object.entries(field.options ?? {});
  return (
    <div className="field">
      <span className="label">
        <strong>{field.label}</strong>
        <More field={field} />
      </span>
      <div>
        <Segmented
          label={field.label}
          options={options}
          value={String(value ?? field.default ?? options[0]?.[0])}
          onChange={onChange}
        />
      </div>
      <Help field={field} />
      <Faults faults={faults} />
    </div>
  );
}

function Choice({ field: { default: usual, empty, options = {} }, value, onChange, ...props }: Plain) {
  const none = usual === undefined ? '–' : `Default: ${options[String(usual)]}`;
  return (
    <Select
      {...props}
      none={(value ?? null) === null || empty !== undefined ? (empty ?? none) : undefined}
      options={Object.entries(options)}
      value={String(value ?? '')}
      onChange={(chosen) => onChange(chosen || null)}
    />
  );
}

function NumberInput({ field, value, onChange, ...props }: Plain) {
  const { scale = 1, unit, minimum, maximum, empty } = field;
  const shown = (number: unknown) => (typeof number === 'number' ? number / scale : undefined);
  // Fractions of a second are whole milliseconds.
  const scaled = (number: number) => (scale === 1 ? number : Math.round(number * scale));
  return (
    <span className="with-unit row">
      <input
        {...props}
        type="number"
        min={shown(minimum)}
        max={shown(maximum)}
        step={scale === 1 ? (field.step ?? 1) : 0.1}
        placeholder={empty ?? shown(field.default)?.toString()}
        value={shown(value) ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : scaled(target.valueAsNumber))}
      />
      {unit !== undefined && <span className="faint">{unit}</span>}
    </span>
  );
}

/** A keyword with its boost, if that is not 1: `Larkspur: 2.5`. */
const BOOSTED = /^(.+?)\s*:\s*(-?\d+(?:\.\d+)?)$/;

const linesOfBoosts = (value: unknown): readonly string[] =>
  Object.entries(objectOf(value)).map(([word, boost]) =>
    boost === 1 && !BOOSTED.test(word) ? word : `${word}: ${boost}`,
  );

const boostsOfLines = (lines: readonly string[]) =>
  Object.fromEntries(
    lines.map((line) => {
      const [, word = line, boost = 1] = BOOSTED.exec(line) ?? [];
      return [word, Number(boost)];
    }),
  );

/** Texts, one a line. */
function Lines({
  field: { required = false },
  value,
  onChange,
  ...props
}: Omit<Plain, 'onChange'> & { readonly onChange: (lines: readonly string[] | null) => void }) {
  const [text, setText] = useState(() => (Array.isArray(value) ? value : []).join('\n'));
  const change = (written: string) => {
    setText(written);
    const lines = [...new Set(written.split('\n').map((line) => line.trim()))].filter(Boolean);
    onChange(lines.length === 0 && !required ? null : lines);
  };
  return (
    <textarea
      {...props}
      rows={Math.min(8, Math.max(2, text.split('\n').length + 1))}
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  );
}

/** An input that hides what is typed until its button is pressed. */
function SecretInput({
  what,
  value,
  onChange,
  ...props
}: ControlProps & {
  /** The secret's name, for the button. */
  readonly what: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
}) {
  const [shown, setShown] = useState(false);
  return (
    <div className="secret-input row">
      <input
        {...props}
        type={shown ? 'text' : 'password'}
        // Browsers fill in the password of a site in spite of `off`.
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <Button className="quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>
        Show {what}
      </Button>
    </div>
  );
}
