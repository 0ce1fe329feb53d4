import { useNavigate } from '@tanstack/react-router';
import { Braces, Copy, FlaskConical, MoreHorizontal, RotateCcw, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { curlOf } from '../../api/curl.ts';
import { MenuButton } from '../../parts/controls/menu-button.tsx';
import type { MenuEntry } from '../../parts/controls/menu-popover.tsx';
import { usePageActions } from '../../parts/page-actions.ts';
import { Json } from '../../parts/raw-json.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useCopy } from '../../parts/use-copy.ts';
import { isOpen } from '../calls/use-calls.ts';

const Dialog = lazy(() => import('../../parts/controls/dialog.tsx'));
const ReplayDialog = lazy(() => import('../calls/replay-dialog.tsx'));
const ConfirmDialog = lazy(() => import('../../parts/controls/confirm-dialog.tsx'));

/** What the menu opens. */
type Shown = 'json' | 'replay' | 'delete';

/** Actions on a call, and its raw data. */
export function CallMenu({ call }: { readonly call: Schema<'Call'> }) {
  const { id } = call;
  const [shown, setShown] = useState<Shown>();
  const copy = useCopy();
  const navigate = useNavigate();
  const remove = useAct({
    act: () => api.post('/v1/calls/delete', { query: { id } }),
    done: 'The call is deleted.',
    changes: [['calls']],
    onDone: () => void navigate({ to: '/calls' }),
  });
  const curl = () => curlOf(location.origin, { method: 'GET', target: `/v1/calls?id=${id}` });
  const onClose = () => setShown(undefined);
  const items: readonly MenuEntry[] = [
    { label: 'Copy as curl', icon: Copy, onAction: () => void copy(curl(), 'Copied as curl.') },
    { label: 'Raw JSON', icon: Braces, onAction: () => setShown('json') },
    ...(isOpen(call) ? [] : itemsOfEnded(id, setShown)),
  ];
  usePageActions(items);
  return (
    <>
      <MenuButton label="More" icon={MoreHorizontal} items={items} />
      <Suspense>
        {shown === 'json' && (
          <Dialog title="Raw JSON" size="large" isOpen onClose={onClose}>
            <Json value={call} />
          </Dialog>
        )}
        {shown === 'replay' && (
          <ReplayDialog
            calls={{ calls: [id] }}
            agent={call.agent.id}
            what="Replays the call with the version that you choose."
            onClose={onClose}
          />
        )}
        {shown === 'delete' && (
          <ConfirmDialog
            title="Delete this call?"
            confirm="Delete the call"
            danger
            onClose={onClose}
            onConfirm={() => remove.mutate(undefined)}
          >
            <p>Its record, its turns and its recording are deleted.</p>
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}

/** What can be done with a call that is over. */
const itemsOfEnded = (id: string, onShow: (shown: Shown) => void): readonly MenuEntry[] => [
  { label: 'Save as test', icon: FlaskConical, href: `/tests/new?call=${id}` },
  { label: 'Replay with another version', icon: RotateCcw, onAction: () => onShow('replay') },
  { label: 'Delete the call', icon: Trash2, danger: true, onAction: () => onShow('delete') },
];
