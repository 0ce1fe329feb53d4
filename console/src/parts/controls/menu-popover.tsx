import { useNavigate } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { RefObject } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';

/** An entry of a menu: where it leads, or what it does. */
export interface MenuEntry {
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Stands faint at the entry's end. */
  readonly note?: string;
  readonly danger?: boolean;
  readonly isDisabled?: boolean;
  /** A page of the console. */
  readonly href?: string;
  readonly onAction?: () => void;
}

/** The menu of a button. */
export default function MenuPopover({
  label,
  button,
  items,
  onClose,
}: {
  readonly label: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly items: readonly MenuEntry[];
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  return (
    <Popover
      className="popover"
      triggerRef={button}
      isOpen
      placement="bottom end"
      onOpenChange={(open) => open || onClose()}
    >
      <Menu aria-label={label} autoFocus="first" onClose={onClose}>
        {items.map(({ label: name, icon: Icon, note, danger, isDisabled, href, onAction }) => (
          <MenuItem
            key={name}
            id={name}
            textValue={name}
            className={danger ? 'danger' : ''}
            isDisabled={isDisabled ?? false}
            onAction={() => (href === undefined ? onAction?.() : void navigate({ href }))}
          >
            {Icon && <Icon size={16} aria-hidden="true" />}
            {name}
            {note !== undefined && <span className="help">{note}</span>}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
