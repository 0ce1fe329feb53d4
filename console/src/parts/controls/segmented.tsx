import { useId } from 'react';

/** A choice of one among a few, drawn as one control. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="segmented">
      {options.map(([option, text]) => (
        <label key={option}>
          <input
            type="radio"
            className="hidden"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          {text}
        </label>
      ))}
    </div>
  );
}
