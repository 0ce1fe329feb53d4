import { z } from 'zod';
import { CHANNELS, channels, type RecordingRequest, recordingEvents } from '../requests/recording-request.ts';
import { resolveUrl } from './resolve-url.ts';
import { attributes, method, onlyChild, words } from './twiml-attributes.ts';
import type { XmlElement } from './xml-elements.ts';

/** The beginning of a recording that lasts as long as the call. */
export interface StartRecording {
  readonly verb: 'Start';
  /** With a callback URL that may be relative. */
  readonly recording: RecordingRequest;
}

const recording = z.strictObject({
  channels: channels.default('dual'),
  recordingStatusCallback: z.string().optional(),
  recordingStatusCallbackMethod: method,
  recordingStatusCallbackEvent: words(recordingEvents).default(['completed']),
  // Of no consequence where there is only silence to record.
  track: z.enum(['inbound', 'outbound', 'both']).optional(),
  trim: z.enum(['trim-silence', 'do-not-trim']).optional(),
});

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
