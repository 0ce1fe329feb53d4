import { checkUrl } from '../vendor-api/check-url.ts';
import { isE164 } from '../vendor-api/e164.ts';
import { refuseMethods } from '../vendor-api/refuse-methods.ts';
import { VendorError } from '../vendor-api/vendor-error.ts';
import { type MachineDetection, parseMachineDetection } from './machine-detection-request.ts';
import type { Program } from './program.ts';
import { parseRecordingRequest, type RecordingRequest } from './recording-request.ts';

/** The progress events of a call that an application can subscribe to. */
export const callbackEvents = ['initiated', 'ringing', 'answered', 'completed'] as const;
export type CallbackEvent = (typeof callbackEvents)[number];

export type Fallback = Pick<Extract<Program, { url: string }>, 'url'>;

/** An application's parameters for a call, or for the calls to a number. */
export interface CallRequest {
  readonly to: string;
  readonly from: string;
  /** The instructions after the answer. */
  readonly program: Program;
  /** The instructions that follow if those do not hang up: a dialled party is connected. @default the call is over */
  readonly afterwards?: Program | undefined;
  /** The instructions if those cannot be fetched or run. */
  readonly fallback?: Fallback | undefined;
  readonly statusCallback: string | undefined;
  readonly statusCallbackEvents: readonly CallbackEvent[];
  readonly sendDigits?: string | undefined;
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
  const statusCallback = form.get('StatusCallback') || undefined;
  if (statusCallback !== undefined) checkUrl(statusCallback, 21609, 'StatusCallback');
  return {
    to: parseTo(form.get('To')),
    from: parseFrom(form.get('From')),
    program,
    fallback: parseFallback(form),
    statusCallback,
    statusCallbackEvents: parseEvents(form.getAll('StatusCallbackEvent')),
    sendDigits: parseDigits(form),
    machineDetection: parseMachineDetection(form),
    recording: parseRecordingRequest(form),
    timeoutSeconds: parseSeconds(form, 'Timeout', 60, 600),
    timeLimitSeconds: parseSeconds(form, 'TimeLimit', MAX_CALL_SECONDS, MAX_CALL_SECONDS),
  };
}

/** Parses the source of a call's instructions: Url, or else Twiml. Returns undefined without either. */
export function parseProgram(form: URLSearchParams): Program | undefined {
  const url = form.get('Url') || undefined;
  const twiml = form.get('Twiml') || undefined;
  if (url !== undefined) checkUrl(url, 21205, 'Url');
  if (twiml !== undefined && twiml.length > MAX_TWIML_LENGTH) {
    throw new VendorError(400, 21205, `The 'Twiml' parameter is longer than ${MAX_TWIML_LENGTH} characters.`);
  }
  if (url !== undefined) return { url };
  return twiml === undefined ? undefined : { twiml };
}

function parseFallback(form: URLSearchParams): Fallback | undefined {
  const url = form.get('FallbackUrl') || undefined;
  if (url === undefined) return undefined;
  checkUrl(url, 21205, 'FallbackUrl');
  return { url };
}

function parseTo(to: string | null): string {
  if (to === null || to === '') throw new VendorError(400, 21211, "The 'To' number is missing.");
  if (!to.startsWith('+')) throw new VendorError(400, 21211, `Invalid 'To' Phone Number: ${to}`);
  if (!isE164(to)) throw new VendorError(400, 21217, `Phone number does not appear to be valid: ${to}`);
  return to;
}

function parseFrom(from: string | null): string {
  if (from === null || !isE164(from)) {
    throw new VendorError(400, 21212, `Invalid 'From' Phone Number: ${from ?? ''}`);
  }
  return from;
}

/** Without named events, the vendor reports only the completion. */
function parseEvents(values: readonly string[]): readonly CallbackEvent[] {
  if (values.length === 0) return ['completed'];
  return values.map((value) => {
    const event = callbackEvents.find((known) => known === value);
    if (event === undefined) throw new VendorError(400, 21626, `Invalid StatusCallbackEvent: ${value}`);
    return event;
  });
}

function parseDigits(form: URLSearchParams): string | undefined {
  const digits = form.get('SendDigits') || undefined;
  if (digits === undefined || /^[0-9A-D*#wW]{1,32}$/.test(digits)) return digits;
  throw new VendorError(400, 20001, `SendDigits must be up to 32 of 0-9, A-D, *, #, w and W: ${digits}`);
}

function parseSeconds(form: URLSearchParams, name: string, fallback: number, max: number): number {
  const value = form.get(name);
  if (value === null) return fallback;
  if (!/^\d+$/.test(value) || Number(value) < 1 || Number(value) > max) {
    throw new VendorError(400, 20001, `${name} must be between 1 and ${max} seconds: ${value}`);
  }
  return Number(value);
}
