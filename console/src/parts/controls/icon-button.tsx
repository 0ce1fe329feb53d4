import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

/** A button that shows an icon only. */
export function IconButton({
  icon: Icon,
  size = 16,
  label,
  ...button
}: ComponentProps<'button'> & {
  readonly icon: LucideIcon;
  /** Pixels of the icon's side. */
  readonly size?: number;
  readonly label: string;
}) {
  return (
    <button type="button" className="icon-button" aria-label={label} {...button}>
      <Icon size={size} aria-hidden="true" />
    </button>
  );
}
