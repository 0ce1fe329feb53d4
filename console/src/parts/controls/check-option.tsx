import type { ReactNode } from 'react';

/** A checkbox with its label on one line. */
export function CheckOption({
  isChecked,
  onChange,
  children,
}: {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <label className="option">
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />{' '}
      {children}
    </label>
  );
}
