import { z } from 'zod';
import { CHANNELS, channels, type RecordingRequest, recordingEvents } from '../requests/recording-request.ts';
import { resolveUrl } from './resolve-url.ts';
import { attributes, method, onlyChild, words } from './twiml-attributes.ts';
import type { XmlElement } from './xml-elements.ts';

export interface StartRecording {
  readonly verb: 'Start';
  /** Its callback URL may be relative. */
  readonly recording: RecordingRequest;
}

const recording = z.strictObject({
  channels: channels.default('dual'),
  recordingStatusCallback: z.string().optional(),
  recordingStatusCallbackMethod: method,
  recordingStatusCallbackEvent: words(recordingEvents).default(['completed']),
  // Irrelevant: there is only silence to record.
  track: z.enum(['inbound', 'outbound', 'both']).optional(),
  trim: z.enum(['trim-silence', 'do-not-trim']).optional(),
});

/** Parses `<Start>`; supports only `<Recording>`. */
export function parseStart(element: XmlElement): StartRecording {
  attributes(element, z.strictObject({}));
  const settings = attributes(onlyChild(element, ['Recording']), recording);
  return {
    verb: 'Start',
    recording: {
      channels: CHANNELS[settings.channels],
      source: 'StartCallRecordingTwiML',
      statusCallback: settings.recordingStatusCallback,
      statusCallbackEvents: settings.recordingStatusCallbackEvent,
    },
  };
}

/** The request with an absolute callback URL. */
export function resolveCallback(request: RecordingRequest, base: string | undefined): RecordingRequest {
  const { statusCallback: url } = request;
  return url === undefined ? request : { ...request, statusCallback: resolveUrl(url, base) };
}
