import { z } from 'zod';
import { checkUrl } from '../check-url.ts';
import { parseMethod } from '../parse-method.ts';
import { resolveUrl } from '../resolve-url.ts';
import { attributes, method, onlyChild, words } from '../twiml-attributes.ts';
import { VendorError } from '../vendor-error.ts';
import type { XmlElement } from '../xml-elements.ts';
import { type RecordingEvent, type RecordingRequest, recordingEvents } from './recordings.ts';

/** The beginning of a recording that lasts as long as the call. */
export interface StartRecording {
  readonly verb: 'Start';
  /** With a callback URL that may be relative. */
  readonly recording: RecordingRequest;
}

const CHANNELS = { mono: 1, dual: 2 } as const;
const channels = z.enum(['mono', 'dual']);
const recording = z.strictObject({
  channels: channels.default('dual'),
  recordingStatusCallback: z.string().optional(),
  recordingStatusCallbackMethod: method,
  recordingStatusCallbackEvent: words(recordingEvents).default(['completed']),
  // Of no consequence where there is only silence to record.
  track: z.enum(['inbound', 'outbound', 'both']).optional(),
  trim: z.enum(['trim-silence', 'do-not-trim']).optional(),
});

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

/** Reads `<Start>`, which this carrier does to a `<Recording>` alone. */
export function parseStart(element: XmlElement): StartRecording {
  attributes(element, z.strictObject({}));
  const settings = attributes(onlyChild(element, ['Recording']), recording);
  return {
    verb: 'Start',
    recording: {
      channels: CHANNELS[settings.channels],
      source: 'StartCallRecordingTwiML',
      statusCallback: settings.recordingStatusCallback,
      statusCallbackMethod: settings.recordingStatusCallbackMethod,
      statusCallbackEvents: settings.recordingStatusCallbackEvent,
    },
  };
}

/** The request with a callback URL that is not relative any more. */
export function resolveCallback(request: RecordingRequest, base: string | undefined): RecordingRequest {
  const { statusCallback: url } = request;
  return url === undefined ? request : { ...request, statusCallback: resolveUrl(url, base) };
}

/** Several are separated by spaces, or come as several parameters; none is the completion alone. */
function parseEvents(values: readonly string[]): readonly RecordingEvent[] {
  const names = values.flatMap((value) => value.split(/\s+/).filter(Boolean));
  const parsed = z.array(z.enum(recordingEvents)).safeParse(names);
  if (!parsed.success) throw new VendorError(400, 21626, `Invalid RecordingStatusCallbackEvent: ${names}`);
  return parsed.data.length > 0 ? parsed.data : ['completed'];
}
