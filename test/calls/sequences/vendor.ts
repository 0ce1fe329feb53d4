import { Peer } from '../../support/peer.ts';

/** The vendor's reaction to the next request for a call; `lost`: it places the call, and the answer is lost. */
export type Placing = 'placed' | 'lost' | 'refused' | 'busy';

/** A call at the vendor. */
export interface VendorCall {
  readonly sid: string;
  readonly callId: string;
  /** Its reported status; `unknown`: the vendor does not know the call. */
  status: string;
}

/** A simulated telephony vendor: places calls, and reports them on request. */
export interface Vendor {
  readonly url: string;
  /** By the id of the call. */
  readonly placing: Map<string, Placing>;
  readonly calls: VendorCall[];
  close(): Promise<void>;
}

export async function startVendor(): Promise<Vendor> {
  const placing = new Map<string, Placing>();
  const calls: VendorCall[] = [];
  const server = new Peer(({ method, target, text }, response) => {
    const form = new URLSearchParams(text);
    const url = new URL(target, 'http://vendor');
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
    const sid = /Calls\/([^/]+)\.json$/.exec(url.pathname)?.[1];
    if (sid) {
      const call = calls.find((one) => one.sid === sid && one.status !== 'unknown');
      return void (call ? answer(200, call) : answer(404, { code: 20404 }));
    }
    if (method === 'GET') {
      const to = url.searchParams.get('To');
      return void answer(200, { calls: calls.filter(({ callId }) => to === numberOf(callId)) });
    }
    const callId = form.get('Url')?.split('/').at(-3) ?? '';
    const outcome = placing.get(callId) ?? 'placed';
    if (outcome === 'refused') return void answer(400, { code: 21217, message: 'No.' });
    if (outcome === 'busy') return void answer(429, { code: 20429, message: 'Later.' });
    const call = { sid: `CA${callId.replaceAll('-', '')}`, callId, status: 'queued' };
    calls.push(call);
    if (outcome === 'lost') return void response.destroy();
    answer(201, call);
  });
  return { url: await server.listen(), placing, calls, close: () => server.close() };
}

/** A number unique to the call. */
export const numberOf = (callId: string) =>
  `+1${BigInt(`0x${callId.replaceAll('-', '').slice(-15)}`)
    .toString()
    .slice(-10)
    .padStart(10, '2')}`;
