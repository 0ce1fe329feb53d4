import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from '../controls.tsx';

/** Asks whether to act. The focus stays within it, Escape closes it, and the focus returns to where it was. */
export default function ConfirmDialog({
  title,
  confirm,
  dismiss = 'Cancel',
  danger,
  children,
  onClose,
  onConfirm,
}: {
  readonly title: string;
  readonly confirm: string;
  /** The words on the button that closes it. */
  readonly dismiss?: string | undefined;
  readonly danger: boolean;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) {
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(open) => open || onClose()}>
      <Modal className="modal">
        <Dialog role="alertdialog" className="dialog">
          <Heading slot="title">{title}</Heading>
          <div className="dialog-text">{children}</div>
          <div className="actions">
            <Button onClick={onClose}>{dismiss}</Button>
            <Button
              className={danger ? 'danger' : 'primary'}
              onClick={() => {
                onConfirm();
                onClose();
              }}
            >
              {confirm}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
