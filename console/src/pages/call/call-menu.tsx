import { useNavigate } from '@tanstack/react-router';
import { Braces, Copy, FlaskConical, MoreHorizontal, RotateCcw, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { type CopiedRequest, curlOf } from '../../api/curl.ts';
import { CopyButton } from '../../parts/controls/copy-button.tsx';
import { MenuButton } from '../../parts/controls/menu-button.tsx';
import type { MenuEntry } from '../../parts/controls/menu-popover.tsx';
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
  return (
    <>
      <MenuButton
        label="More"
        icon={MoreHorizontal}
        items={[
          { label: 'Copy as curl', icon: Copy, onAction: () => void copy(curl(), 'Copied as curl.') },
          { label: 'Raw JSON and requests', icon: Braces, onAction: () => setShown('json') },
          ...(isOpen(call) ? [] : itemsOfEnded(id, setShown)),
        ]}
      />
      <Suspense>
        {shown === 'json' && (
          <Dialog title="Raw JSON and requests" size="large" isOpen onClose={onClose}>
            <Requests call={call} />
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

/** Every request that the page makes of the API, each to be copied as `curl`. */
function Requests({ call }: { readonly call: Schema<'Call'> }) {
  return (
    <ul className="requests" aria-label="Requests of this page">
      {requestsOf(call).map((request) => (
        <li key={request.target}>
          <code>
            {request.method} {request.target}
          </code>{' '}
          <CopyButton text={() => curlOf(location.origin, request)}>Copy</CopyButton>
        </li>
      ))}
    </ul>
  );
}

function requestsOf(call: Schema<'Call'>): readonly CopiedRequest[] {
  const { id, recording_available: isRecorded, hipaa_compliant: isSecret } = call;
  const get = (target: string): CopiedRequest => ({ method: 'GET', target });
  const post = (target: string): CopiedRequest => ({ method: 'POST', target });
  return [
    get(`/v1/calls?id=${id}`),
    get(`/v1/calls/turns?id=${id}&size=100`),
    get(`/v1/webhooks/deliveries/list?call=${id}&size=100`),
    ...(isRecorded ? [get(`/v1/calls/recording?id=${id}`)] : []),
    ...(isOpen(call) ? [post(`/v1/calls/end?id=${id}`)] : []),
    ...(isOpen(call) || isSecret ? [] : [post(`/v1/calls/analyze?id=${id}`)]),
  ];
}
