import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../controls.tsx';
import { onDemand } from '../on-demand.tsx';
import type { MenuEntry } from './menu-popover.tsx';

const MenuPopover = onDemand(() => import('./menu-popover.tsx'));

/** A button that opens a menu, which is loaded when it is first opened. */
export function MenuButton({
  label,
  icon: Icon,
  children,
  className,
  items,
}: {
  /** The button's name. It stands on the button, unless there are children, or an icon alone. */
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly children?: ReactNode;
  readonly className?: string;
  readonly items: readonly MenuEntry[];
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const isIcon = Icon !== undefined && children === undefined;
  return (
    <>
      <Button
        ref={button}
        className={className ?? (isIcon ? 'icon-button' : undefined)}
        aria-label={isIcon || children !== undefined ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {Icon && <Icon size={16} aria-hidden="true" />}
        {children ?? (isIcon ? undefined : label)}
      </Button>
      {open && <MenuPopover label={label} button={button} items={items} onClose={() => setOpen(false)} />}
    </>
  );
}
