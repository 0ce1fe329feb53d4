import { useBlocker } from '@tanstack/react-router';
import { onDemand } from '../parts/on-demand.tsx';

import { useLost } from '../parts/unsaved.ts';

const ConfirmDialog = onDemand(() => import('../parts/controls/confirm-dialog.tsx'));

/** The current or next address. */
interface Place {
  readonly pathname: string;
  readonly search: object;
}

/**
 * Whether another page, another part of the settings, or another template of a new agent takes the place of what is
 * shown. Filters, and an agent's tabs, do not.
 */
const isLeft = (from: Place, to: Place) => {
  const part = from.pathname.startsWith('/agents/') ? 'template' : 'tab';
  return from.pathname !== to.pathname || Reflect.get(from.search, part) !== Reflect.get(to.search, part);
};

/** Asks before a page is left that has something unsaved, whichever form has it. */
export function UnsavedGuard() {
  const lost = useLost();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => lost !== undefined && isLeft(current, next),
    enableBeforeUnload: lost !== undefined,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Leave without saving"
      danger
      onClose={blocker.reset}
      onConfirm={blocker.proceed}
    >
      <p>{lost}</p>
    </ConfirmDialog>
  );
}
