import type { ReactNode, RefObject } from 'react';
import { Dialog, Popover } from 'react-aria-components';

/** The text of a hint. */
export default function HintPopover({
  label,
  button,
  children,
  onClose,
}: {
  readonly label: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  return (
    <Popover
      className="popover hint-text"
      triggerRef={button}
      isOpen
      placement="bottom"
      onOpenChange={(open) => open || onClose()}
    >
      <Dialog aria-label={`About ${label}`}>{children}</Dialog>
    </Popover>
  );
}
