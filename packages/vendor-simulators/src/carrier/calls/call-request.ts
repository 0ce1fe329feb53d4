import { isE164, refuseMethods, urlIn, VendorError } from '../vendor-api.ts';

/** The instructions of a call: a document to fetch, a given one, or a connection with the dialing call. */
export type Program =
  | {
      readonly url: string;
      /** Parameters of the request besides those of every request about a call. @default none */
      readonly params?: Readonly<Record<string, string>>;
    }
  | { readonly twiml: string }
  | {
      /** Runs until the signal aborts: the call is over or redirected. */
      readonly enter: (signal: AbortSignal) => Promise<void>;
    };

/** The progress events of a call that an application can subscribe to. */
export const callbackEvents = ['initiated', 'ringing', 'answered', 'completed'] as const;
export type CallbackEvent = (typeof callbackEvents)[number];

/** Asynchronous answering-machine detection: the call goes on meanwhile, and a callback reports the result. */
export interface MachineDetection {
  /** `DetectMessageEnd` waits until a machine has played its message. */
  readonly mode: 'Enable' | 'DetectMessageEnd';
  readonly statusCallback: string | undefined;
}

/** The events of a recording that an application can subscribe to. */
export const recordingEvents = ['completed', 'absent'] as const;
export type RecordingEvent = (typeof recordingEvents)[number];

export interface RecordingRequest {
  readonly statusCallback: string | undefined;
  readonly statusCallbackEvents: readonly RecordingEvent[];
}

/** An application's parameters for a call, or for the calls to a number. */
export interface CallRequest {
  readonly to: string;
  readonly from: string;
  /** The instructions after the answer. */
  readonly program: Program;
  /** The instructions that follow if those don't hang up, to connect a dialed party. @default the call is over */
  readonly afterwards?: Program | undefined;
  /** The URL of fallback instructions if those can't be fetched or run. */
  readonly fallback?: string | undefined;
  readonly statusCallback: string | undefined;
  readonly statusCallbackEvents: readonly CallbackEvent[];
  readonly machineDetection?: MachineDetection | undefined;
  readonly recording?: RecordingRequest | undefined;
  /** Seconds of ringing before the call counts as unanswered. */
  readonly timeoutSeconds: number;
  /** Seconds after which an answered call is ended. */
  readonly timeLimitSeconds: number;
}

/** The vendor's limit for instructions sent with the request, in characters. */
const MAX_TWIML_LENGTH = 4000;
/** The vendor's own limit of a call's length: four hours. */
export const MAX_CALL_SECONDS = 14_400;

/** Parses the form of a new call. Throws the vendor's error for the first invalid parameter. */
export function parseCallRequest(form: URLSearchParams): CallRequest {
  refuseMethods(form);
  const program = parseProgram(form);
  if (!program) throw new VendorError(400, 21205, "The 'Url' parameter is required.");
  const [to, from] = [form.get('To') ?? '', form.get('From') ?? ''];
  if (!to.startsWith('+')) throw new VendorError(400, 21211, `Invalid 'To' Phone Number: ${to}`);
  if (!isE164(to)) throw new VendorError(400, 21217, `Phone number does not appear to be valid: ${to}`);
  if (!isE164(from)) throw new VendorError(400, 21212, `Invalid 'From' Phone Number: ${from}`);
  return {
    to,
    from,
    program,
    fallback: urlIn(form, 'FallbackUrl', 21205),
    statusCallback: urlIn(form, 'StatusCallback', 21609),
    statusCallbackEvents: parseEvents(form, 'StatusCallbackEvent', callbackEvents),
    machineDetection: parseMachineDetection(form),
    recording: parseRecordingRequest(form),
    timeoutSeconds: parseSeconds(form, 'Timeout', { fallback: 60, max: 600 }),
    timeLimitSeconds: parseSeconds(form, 'TimeLimit', { fallback: MAX_CALL_SECONDS, max: MAX_CALL_SECONDS }),
  };
}

/** Parses the source of a call's instructions: Url, or else Twiml. Returns undefined without either. */
export function parseProgram(form: URLSearchParams): Program | undefined {
  const url = urlIn(form, 'Url', 21205);
  const twiml = form.get('Twiml') || undefined;
  if (twiml !== undefined && twiml.length > MAX_TWIML_LENGTH) {
    throw new VendorError(400, 21205, `The 'Twiml' parameter is longer than ${MAX_TWIML_LENGTH} characters.`);
  }
  if (url !== undefined) return { url };
  return twiml === undefined ? undefined : { twiml };
}

/** Without named events, the vendor reports only the completion. */
function parseEvents<Event extends string>(
  form: URLSearchParams,
  name: string,
  known: readonly Event[],
): (Event | 'completed')[] {
  const values = form.getAll(name);
  if (values.length === 0) return ['completed'];
  return values.map((value) => {
    const event = known.find((one) => one === value);
    if (event === undefined) throw new VendorError(400, 21626, `Invalid ${name}: ${value}`);
    return event;
  });
}

/** Returns undefined if no recording is requested. */
function parseRecordingRequest(form: URLSearchParams): RecordingRequest | undefined {
  if (form.get('Record') !== 'true') return undefined;
  if (form.get('RecordingChannels') !== 'mono')
    throw new VendorError(400, 20001, 'RecordingChannels must be mono here.');
  return {
    statusCallback: urlIn(form, 'RecordingStatusCallback', 21609),
    statusCallbackEvents: parseEvents(form, 'RecordingStatusCallbackEvent', recordingEvents),
  };
}

function parseMachineDetection(form: URLSearchParams): MachineDetection | undefined {
  const mode = form.get('MachineDetection') || undefined;
  if (mode === undefined) return undefined;
  if (mode !== 'Enable' && mode !== 'DetectMessageEnd') {
    throw new VendorError(400, 20001, `MachineDetection must be Enable or DetectMessageEnd: ${mode}`);
  }
  return { mode, statusCallback: urlIn(form, 'AsyncAmdStatusCallback', 21609) };
}

function parseSeconds(
  form: URLSearchParams,
  name: string,
  { fallback, max }: { readonly fallback: number; readonly max: number },
): number {
  const value = form.get(name) ?? String(fallback);
  if (!/^\d+$/.test(value) || Number(value) < 1 || Number(value) > max) {
    throw new VendorError(400, 20001, `${name} must be between 1 and ${max} seconds: ${value}`);
  }
  return Number(value);
}
