import * as z from 'zod/mini';
import type { TelephonyClient } from './client.ts';
import { ignoreMissing, VendorRefusal } from './vendor-errors.ts';

const vendorCall = z.object({
  sid: z.string(),
  status: z.string(),
  /** Seconds, as a string; absent until the call is over. */
  duration: z.optional(z.nullable(z.string())),
  /** RFC 2822, in whole seconds. */
  date_created: z.optional(z.nullable(z.string())),
  from: z.optional(z.nullable(z.string())),
  to: z.optional(z.nullable(z.string())),
});
export type VendorCall = z.infer<typeof vendorCall>;

/** The recording events that the vendor reports: a recording exists, or there is none. */
export const RECORDING_EVENTS = ['completed', 'absent'] as const;

export interface PlaceCallRequest {
  readonly from: string;
  readonly to: string;
  /** The instructions after the answer: a URL and a fallback URL, or TwiML of at most 4,000 characters. */
  readonly instructions: { readonly url: string; readonly fallbackUrl: string } | { readonly twiml: string };
  readonly statusUrl: string;
  /** URL of the callback for answering-machine detection; without one, the vendor doesn't detect machines. */
  readonly machineDetectionUrl?: string;
  /** Whether the callback waits for the end of a greeting. @default it comes as soon as the result is known */
  readonly waitsForBeep?: boolean;
  /** URL of the recording callback; without one, the call is not recorded. */
  readonly recordingUrl?: string | undefined;
  readonly ringSeconds: number;
  readonly maxSeconds: number;
  /** The user's parameters for the vendor, which override ours. */
  readonly further: Readonly<Record<string, string>>;
}

export class VendorCalls {
  readonly #client: TelephonyClient;

  constructor(client: TelephonyClient) {
    this.#client = client;
  }

  /** Places a call. Throws VendorRefusal, VendorUnreachable or VendorResponseLost. */
  async placeCall(request: PlaceCallRequest): Promise<VendorCall> {
    const form = new URLSearchParams({
      From: request.from,
      To: request.to,
      ...('url' in request.instructions
        ? {
            Url: request.instructions.url,
            Method: 'POST',
            FallbackUrl: request.instructions.fallbackUrl,
            FallbackMethod: 'POST',
          }
        : { Twiml: request.instructions.twiml }),
      StatusCallback: request.statusUrl,
      StatusCallbackMethod: 'POST',
      Timeout: String(request.ringSeconds),
      TimeLimit: String(request.maxSeconds),
    });
    for (const event of ['initiated', 'ringing', 'answered', 'completed'])
      form.append('StatusCallbackEvent', event);
    if (request.machineDetectionUrl !== undefined) detectMachines(form, request.machineDetectionUrl, request);
    for (const [name, value] of Object.entries(request.further)) form.set(name, value);
    if (request.recordingUrl !== undefined) askForRecording(form, request.recordingUrl);
    return await this.#client.ask(vendorCall, 'POST', '/Calls.json', form);
  }

  /** The call. Returns undefined if the vendor does not know it. */
  async getCall(sid: string): Promise<VendorCall | undefined> {
    return this.#client.ask(vendorCall, 'GET', `/Calls/${encodeURIComponent(sid)}.json`).catch(ignoreMissing);
  }

  /** The latest calls between two numbers that began on this day (UTC) or later. */
  async listCalls(query: {
    readonly from: string;
    readonly to: string;
    readonly since: Date;
  }): Promise<VendorCall[]> {
    const search = new URLSearchParams({ From: query.from, To: query.to });
    search.set('StartTime>', query.since.toISOString().slice(0, 10));
    const page = z.object({ calls: z.array(vendorCall) });
    const { calls } = await this.#client.ask(page, 'GET', `/Calls.json?${search}`);
    return calls.filter(
      ({ from, to }) => (from ?? query.from) === query.from && (to ?? query.to) === query.to,
    );
  }

  /** Ends a ringing or connected call; a call that is over stays unchanged. */
  async hangUp(sid: string): Promise<void> {
    await this.#change(sid, { Status: 'completed' });
  }

  /** Sends a connected call to another URL for its instructions; a call that is over stays unchanged. */
  async redirect(sid: string, url: string): Promise<void> {
    await this.#change(sid, { Url: url, Method: 'POST' });
  }

  /** Pauses the recording of a call, with silence in its place, or goes on with it. Does nothing without one. */
  async pauseRecording(sid: string, isPaused: boolean): Promise<void> {
    const path = `/Calls/${encodeURIComponent(sid)}/Recordings/Twilio.CURRENT.json`;
    const change = isPaused ? { Status: 'paused', PauseBehavior: 'silence' } : { Status: 'in-progress' };
    await this.#client.request('POST', path, new URLSearchParams(change)).catch(ignoreMissing);
  }

  async #change(sid: string, change: Readonly<Record<string, string>>): Promise<void> {
    const path = `/Calls/${encodeURIComponent(sid)}.json`;
    try {
      await this.#client.request('POST', path, new URLSearchParams(change));
    } catch (error) {
      // 21220: the call is not in progress.
      if (error instanceof VendorRefusal && (error.code === 21220 || error.status === 404)) return;
      throw error;
    }
  }
}

/** The modes: https://www.twilio.com/docs/voice/answering-machine-detection */
function detectMachines(
  form: URLSearchParams,
  url: string,
  { waitsForBeep = false }: Pick<PlaceCallRequest, 'waitsForBeep'>,
): void {
  form.set('MachineDetection', waitsForBeep ? 'DetectMessageEnd' : 'Enable');
  form.set('AsyncAmd', 'true');
  form.set('AsyncAmdStatusCallback', url);
  form.set('AsyncAmdStatusCallbackMethod', 'POST');
}

function askForRecording(form: URLSearchParams, url: string): void {
  form.set('Record', 'true');
  form.set('RecordingChannels', 'mono');
  form.set('RecordingStatusCallback', url);
  form.set('RecordingStatusCallbackMethod', 'POST');
  for (const event of RECORDING_EVENTS) form.append('RecordingStatusCallbackEvent', event);
}

/** Maximum bytes of a recording: an hour at 32 kbit/s per channel has 14 MB, and 512 MB hold two copies. */
const MAX_BYTES = 60_000_000;

/** The recording as MP3. Returns undefined if there is none (yet). */
export const getSound = (client: TelephonyClient, sid: string): Promise<Buffer | undefined> =>
  client.download(`/Recordings/${encodeURIComponent(sid)}.mp3`, MAX_BYTES);

export async function deleteSound(client: TelephonyClient, sid: string): Promise<void> {
  await client.request('DELETE', `/Recordings/${encodeURIComponent(sid)}.json`).catch(ignoreMissing);
}
