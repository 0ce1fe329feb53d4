import { type ReactNode, useId } from 'react';

/** A setting that is on or off. */
export function Switch({
  label,
  help,
  isSelected,
  onChange,
  isDisabled = false,
}: {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
}) {
  const id = useId();
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        className="hidden"
        aria-labelledby={`${id}-label`}
        aria-describedby={help ? `${id}-help` : undefined}
        checked={isSelected}
        aria-checked={isSelected}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="track" aria-hidden="true" />
      <span className="switch-label" id={`${id}-label`}>
        {label}
      </span>
      {help && (
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      )}
    </label>
  );
}
