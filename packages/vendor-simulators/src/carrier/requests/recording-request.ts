import { z } from 'zod';
import { checkUrl } from '../vendor-api/check-url.ts';
import { parseMethod } from '../vendor-api/parse-method.ts';
import { VendorError } from '../vendor-api/vendor-error.ts';

/** The events of a recording that an application can ask to be told of. */
export const recordingEvents = ['in-progress', 'completed', 'absent'] as const;
export type RecordingEvent = (typeof recordingEvents)[number];

/** How a call is to be recorded, and who is told of it. */
export interface RecordingRequest {
  readonly channels: 1 | 2;
  /** How it came about, in the vendor's words. */
  readonly source: 'OutboundAPI' | 'StartCallRecordingTwiML';
  readonly statusCallback: string | undefined;
  readonly statusCallbackMethod: 'POST' | 'GET';
  readonly statusCallbackEvents: readonly RecordingEvent[];
}

/** Numbers of channels by the vendor's name of them. */
export const CHANNELS = { mono: 1, dual: 2 } as const;
export const channels = z.enum(['mono', 'dual']);
/** Reads what the form that creates a call says of its recording; undefined when none is wanted. */
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
    statusCallbackMethod: parseMethod(form, 'RecordingStatusCallbackMethod'),
    statusCallbackEvents: parseEvents(form.getAll('RecordingStatusCallbackEvent')),
  };
}

/** Several are separated by spaces, or come as several parameters; none is the completion alone. */
function parseEvents(values: readonly string[]): readonly RecordingEvent[] {
  const names = values.flatMap((value) => value.split(/\s+/).filter(Boolean));
  const parsed = z.array(z.enum(recordingEvents)).safeParse(names);
  if (!parsed.success) throw new VendorError(400, 21626, `Invalid RecordingStatusCallbackEvent: ${names}`);
  return parsed.data.length > 0 ? parsed.data : ['completed'];
}
