import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from '../controls.tsx';
import ConfirmDialog from './confirm-dialog.tsx';

/**
 * A dialog above the page. The focus stays within it, Escape closes it, and the focus returns to where it was. It asks
 * before it closes on a form that is changed; a button of its own that cancels does not.
 */
export default function Dialog({
  title,
  isOpen,
  onClose,
  size = 'small',
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly size?: 'small' | 'large';
  readonly children: ReactNode;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const close = () => (box.current?.querySelector('[data-changed]') ? setIsAsking(true) : onClose());
  return (
    <ModalOverlay className="overlay" isOpen={isOpen} isDismissable onOpenChange={(open) => open || close()}>
      <Modal className={`modal ${size}`} ref={box}>
        <AriaDialog className="dialog">
          <div className="section-head">
            <Heading slot="title">{title}</Heading>
            <IconButton icon={X} label="Close" onClick={close} />
          </div>
          {children}
          {isAsking && (
            <ConfirmDialog
              title="Close without saving?"
              confirm="Close without saving"
              dismiss="Keep editing"
              danger
              onClose={() => setIsAsking(false)}
              onConfirm={onClose}
            >
              <p>What you entered will be lost.</p>
            </ConfirmDialog>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
