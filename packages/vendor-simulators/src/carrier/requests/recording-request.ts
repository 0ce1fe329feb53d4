import { z } from 'zod';
import { checkUrl } from '../vendor-api/check-url.ts';
import { VendorError } from '../vendor-api/vendor-error.ts';

/** The events of a recording that an application can subscribe to. */
export const recordingEvents = ['in-progress', 'completed', 'absent'] as const;
export type RecordingEvent = (typeof recordingEvents)[number];

export interface RecordingRequest {
  readonly channels: 1 | 2;
  /** The cause, in the vendor's words. */
  readonly source: 'OutboundAPI' | 'StartCallRecordingTwiML';
  readonly statusCallback: string | undefined;
  readonly statusCallbackEvents: readonly RecordingEvent[];
}

/** Numbers of channels by the vendor's names. */
export const CHANNELS = { mono: 1, dual: 2 } as const;
export const channels = z.enum(['mono', 'dual']);
/** Parses the recording of a new call from its form. Returns undefined if none is requested. */
export function parseRecordingRequest(form: URLSearchParams): RecordingRequest | undefined {
  if (form.get('Record') !== 'true') return undefined;
  const statusCallback = form.get('RecordingStatusCallback') || undefined;
  if (statusCallback !== undefined) checkUrl(statusCallback, 21609, 'RecordingStatusCallback');
  const wanted = channels.safeParse(form.get('RecordingChannels') || 'mono');
  if (!wanted.success) throw new VendorError(400, 20001, 'RecordingChannels must be mono or dual.');
  return {
    channels: CHANNELS[wanted.data],
    source: 'OutboundAPI',
    statusCallback,
    statusCallbackEvents: parseEvents(form.getAll('RecordingStatusCallbackEvent')),
  };
}

/** Several events are separated by spaces, or given as several parameters; the default is only the completion. */
function parseEvents(values: readonly string[]): readonly RecordingEvent[] {
  const names = values.flatMap((value) => value.split(/\s+/).filter(Boolean));
  const parsed = z.array(z.enum(recordingEvents)).safeParse(names);
  if (!parsed.success) throw new VendorError(400, 21626, `Invalid RecordingStatusCallbackEvent: ${names}`);
  return parsed.data.length > 0 ? parsed.data : ['completed'];
}
