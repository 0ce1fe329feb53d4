import type { Schema } from '../../api/client.ts';
import type { CopiedRequest } from '../../api/curl.ts';
import { CopyCurl } from '../../parts/controls/copy-curl.tsx';
import { isOpen } from '../calls/use-calls.ts';

/** Every request that the page makes of the API, each to be copied as `curl`. */
export function Requests({ call }: { readonly call: Schema<'Call'> }) {
  return (
    <ul className="requests" aria-label="Requests of this page">
      {requestsOf(call).map((request) => (
        <li key={request.target}>
          <code>
            {request.method} {request.target}
          </code>{' '}
          <CopyCurl {...request}>Copy</CopyCurl>
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
