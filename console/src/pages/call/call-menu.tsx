import { useNavigate } from '@tanstack/react-router';
import { Braces, Copy, MoreHorizontal, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { api, bodyOf, type Schema } from '../../api/client.ts';
import { curlOf } from '../../api/curl.ts';
import { MenuButton } from '../../parts/controls/menu-button.tsx';
import { Json } from '../../parts/raw-json.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useAct } from '../../parts/use-act.ts';
import { isOpen } from '../calls/use-calls.ts';
import { Requests } from './requests.tsx';

const Dialog = lazy(() => import('../../parts/controls/dialog.tsx'));
const ConfirmDialog = lazy(() => import('../../parts/controls/confirm-dialog.tsx'));

/** What can be done with a call, and what the API tells of it. */
export function CallMenu({ call }: { readonly call: Schema<'Call'> }) {
  const { id } = call;
  const [shown, setShown] = useState<'json' | 'delete'>();
  const say = useToast();
  const navigate = useNavigate();
  const remove = useAct({
    act: () => bodyOf(api.POST('/v1/calls/delete', { params: { query: { id } } })),
    done: 'The call is deleted.',
    changes: [['calls']],
    onDone: () => void navigate({ to: '/calls' }),
  });
  const copy = () =>
    navigator.clipboard
      .writeText(curlOf(location.origin, { method: 'GET', target: `/v1/calls?id=${id}` }))
      .then(
        () => say('Copied as curl.'),
        () => say('The browser refused to copy.', true),
      );
  return (
    <>
      <MenuButton
        label="More"
        icon={<MoreHorizontal size={16} aria-hidden="true" />}
        items={[
          {
            id: 'curl',
            label: 'Copy as curl',
            icon: <Copy size={16} aria-hidden="true" />,
            onAction: () => void copy(),
          },
          {
            id: 'json',
            label: 'Raw JSON and requests',
            icon: <Braces size={16} aria-hidden="true" />,
            onAction: () => setShown('json'),
          },
          ...(isOpen(call)
            ? []
            : [
                {
                  id: 'delete',
                  label: 'Delete the call',
                  icon: <Trash2 size={16} aria-hidden="true" />,
                  danger: true,
                  onAction: () => setShown('delete'),
                },
              ]),
        ]}
      />
      <Suspense>
        {shown === 'json' && (
          <Dialog title="Raw JSON and requests" size="large" isOpen onClose={() => setShown(undefined)}>
            <Requests call={call} />
            <Json value={call} />
          </Dialog>
        )}
        {shown === 'delete' && (
          <ConfirmDialog
            title="Delete this call?"
            confirm="Delete the call"
            danger
            onClose={() => setShown(undefined)}
            onConfirm={() => remove.mutate(undefined)}
          >
            <p>Its record, its turns and its recording are deleted.</p>
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}
