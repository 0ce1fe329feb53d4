import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import type { MenuEntry } from './menu-button.tsx';

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
        {items.map(({ id, label: name, icon, note, danger, isDisabled, href, onAction }) => (
          <MenuItem
            key={id}
            id={id}
            textValue={name}
            className={danger ? 'danger' : ''}
            isDisabled={isDisabled ?? false}
            onAction={() => (href === undefined ? onAction?.() : void navigate({ href }))}
          >
            {icon}
            {name}
            {note !== undefined && <span className="help">{note}</span>}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
