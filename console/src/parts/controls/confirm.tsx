import { type ReactNode, useId, useState } from 'react';
import { passFocusOn } from '../../focus.ts';
import { Button } from '../controls.tsx';
import { onDemand } from '../on-demand.tsx';
import { type Act, useAct } from '../use-act.ts';

const ConfirmDialog = onDemand(() => import('./confirm-dialog.tsx'));

/** A button that asks before it acts. The dialog is loaded when it is first opened. */
export function Confirm({
  button,
  name,
  title,
  confirm = button,
  dismiss,
  children,
  onConfirm,
  danger = false,
  primary = false,
  disabled = false,
  blocked,
}: {
  /** The words on the button. */
  readonly button: string;
  /** Its name for those who do not see its row; contains its words. @default its words */
  readonly name?: string;
  readonly title: string;
  /** The words on the dialog's button, which say what it does. @default those of the button */
  readonly confirm?: string;
  /** The words on the button that does not. @default Cancel */
  readonly dismiss?: string;
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly danger?: boolean;
  /** Whether its button is the main one of the page. */
  readonly primary?: boolean;
  readonly disabled?: boolean;
  /** Why it can’t be done now, and what to do first: shown beside the button, which is disabled. */
  readonly blocked?: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const reason = useId();
  const isOff = disabled || Boolean(blocked);
  return (
    <>
      <Button
        ref={passFocusOn}
        aria-label={name}
        className={danger ? 'danger' : primary ? 'primary' : ''}
        // A button that is disabled would lose the focus that the dialog returns to it.
        aria-disabled={isOff || undefined}
        aria-describedby={blocked ? reason : undefined}
        onClick={() => isOff || setOpen(true)}
      >
        {button}
      </Button>{' '}
      {blocked && (
        <span id={reason} className="help">
          {blocked}
        </span>
      )}
      {open && (
        <ConfirmDialog
          title={title}
          confirm={confirm}
          dismiss={dismiss}
          danger={danger}
          onClose={() => setOpen(false)}
          onConfirm={onConfirm}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}

/** A button that asks before it makes a change of the API. */
export function ConfirmAct<Output>({
  act,
  done,
  changes,
  onDone,
  disabled = false,
  ...confirm
}: Omit<Parameters<typeof Confirm>[0], 'onConfirm'> &
  Pick<Act<undefined, Output>, 'act' | 'done' | 'changes' | 'onDone'>) {
  const { isPending, mutate } = useAct({ act, done, changes, onDone });
  return <Confirm {...confirm} disabled={disabled || isPending} onConfirm={() => mutate(undefined)} />;
}
