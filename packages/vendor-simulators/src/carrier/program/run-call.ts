import { once } from 'node:events';
import { pause, untilAborted } from '../../http/pause.ts';
import { allSent, sendCallback, voiceParameters } from '../callbacks/webhook-request.ts';
import type { AnsweredBy } from '../callees/callee-config.ts';
import type { Call } from '../calls/call.ts';
import type { CallbackEvent, MachineDetection } from '../calls/call-request.ts';
import type { CallStatus } from '../calls/event-log.ts';
import type { CarrierContext } from '../context.ts';
import { finishRecordings, startRecording } from '../recordings/recording-operations.ts';
import { rfc2822 } from '../vendor-api.ts';
import { answerCall } from '../verbs.ts';
import { followProgram } from './program.ts';

/** Milliseconds in real time, scaled by the pace: until the phone rings, and until it is answered. */
const DIALING_MS = 300;
const RINGING_MS = 2_000;

/** Runs a call from its beginning to its end; resolves after the last callback, or when the carrier closes. */
export async function runCall(context: CarrierContext, call: Call): Promise<void> {
  const callbacks = new StatusCallbacks(context, call);
  try {
    await live(context, call, callbacks);
  } catch (error) {
    context.closing.throwIfAborted();
    // An ended call aborts its activities; any other error is an internal fault.
    if (!call.over.aborted) {
      const message = error instanceof Error ? error.message : String(error);
      call.log.add({ type: 'error', code: 0, message });
      call.end('failed');
    }
  }
  await finishRecordings(context, call);
  await allSent(call);
  call.log.add({ type: 'end', status: call.status });
}

async function live(context: CarrierContext, call: Call, callbacks: StatusCallbacks): Promise<void> {
  const signal = AbortSignal.any([call.over, context.closing]);
  call.over.addEventListener('abort', () => callbacks.raise('completed'), { once: true });
  await pause(0, signal);
  if (call.direction !== 'inbound') await ringCallee(context, { call, callbacks, signal });
  if (!call.over.aborted) await followProgram(context, call, call.request.program);
}

interface Ringing {
  readonly call: Call;
  readonly callbacks: StatusCallbacks;
  readonly signal: AbortSignal;
}

/** Dials the callee; afterwards the call is answered or over. */
async function ringCallee(context: CarrierContext, { call, callbacks, signal }: Ringing): Promise<void> {
  call.log.add({ type: 'state', status: 'initiated' });
  callbacks.raise('initiated');
  await pause(DIALING_MS * context.pace, signal);
  if (call.callee.answer === 'failed') return call.end('failed');
  call.become('ringing');
  callbacks.raise('ringing');
  await ring(context, call, signal);
  if (call.over.aborted) return;
  answerCall(context, call);
  callbacks.raise('answered');
  const { recording, machineDetection } = call.request;
  if (recording) startRecording(context, call, recording);
  if (machineDetection) untilAborted(signal, () => detectMachine(context, call, machineDetection));
}

/** Ends the call unless it is answered before the application's time-out. */
async function ring(context: CarrierContext, call: Call, signal: AbortSignal): Promise<void> {
  const { answer, ring_ms: ringMs = RINGING_MS * context.pace } = call.callee;
  const timeoutMs =
    call.request.timeoutSeconds * 1000 * (call.callee.ring_ms === undefined ? context.pace : 1);
  if (answer === 'no-answer' || ringMs > timeoutMs) {
    await pause(Math.min(call.callee.ring_ms ?? timeoutMs, timeoutMs), signal);
    call.end('no-answer');
    return;
  }
  await pause(ringMs, signal);
  if (answer === 'busy') call.end('busy');
}

/** Milliseconds, in real time, until detection has its result, and of a machine's message. */
const LISTENING_MS = 3_500;
const MESSAGE_MS = 8_000;

/** Runs answering-machine detection if the call lasts long enough. */
async function detectMachine(context: CarrierContext, call: Call, wanted: MachineDetection): Promise<void> {
  const answeredBy = verdictOn(call.callee.answered_by, wanted.mode);
  const isToEnd = answeredBy.startsWith('machine_end');
  const durationMs = LISTENING_MS + (isToEnd ? MESSAGE_MS : 0);
  const signal = AbortSignal.any([call.over, context.closing]);
  const beeps = call.callee.script.some((line) => 'beep' in line);
  if (!isToEnd || !beeps) await pause(durationMs * context.pace, signal);
  else if (!call.beeped.signal.aborted) await once(call.beeped.signal, 'abort', { signal });
  call.log.add({ type: 'note', message: `Machine detection: ${answeredBy}.` });
  if (wanted.statusCallback === undefined) return;
  const params = {
    CallSid: call.sid,
    AccountSid: call.account.sid,
    AnsweredBy: answeredBy,
    MachineDetectionDuration: String(durationMs),
  };
  sendCallback(context, call, { purpose: 'machine-detection', url: wanted.statusCallback, params });
}

/** The result of each mode: it detects a machine by the beginning or by the end of its message. */
function verdictOn(answeredBy: AnsweredBy, mode: MachineDetection['mode']): AnsweredBy {
  if (!answeredBy.startsWith('machine')) return answeredBy;
  if (mode === 'Enable') return 'machine_start';
  return answeredBy === 'machine_start' ? 'machine_end_beep' : answeredBy;
}

/** The SIP codes of the vendor's final statuses. */
const SIP_CODES: Partial<Record<CallStatus, string>> = {
  completed: '200',
  busy: '486',
  'no-answer': '480',
  failed: '404',
  canceled: '487',
};

/** Sends status callbacks of a call: the requested ones, in order, unless the callee's settings disturb them. */
class StatusCallbacks {
  readonly #context: CarrierContext;
  readonly #call: Call;
  #sequence = 0;

  constructor(context: CarrierContext, call: Call) {
    this.#context = context;
    this.#call = call;
  }

  /** Queues an event; the call does not wait for the application. */
  raise(event: CallbackEvent): void {
    const { statusCallback: url, statusCallbackEvents } = this.#call.request;
    if (url === undefined || !statusCallbackEvents.includes(event)) return;
    const params = this.#form(event);
    sendCallback(this.#context, this.#call, { purpose: 'status', url, params });
  }

  #form(event: CallbackEvent): Record<string, string> {
    const { status, durationSeconds } = this.#call;
    const sipCode = SIP_CODES[status];
    return {
      ...voiceParameters(this.#call),
      CallStatus: event === 'initiated' ? 'initiated' : status,
      ...(event === 'completed' && { CallDuration: String(durationSeconds) }),
      ...(event === 'completed' && sipCode && { SipResponseCode: sipCode }),
      Timestamp: rfc2822(new Date()),
      CallbackSource: 'call-progress-events',
      SequenceNumber: String(this.#sequence++),
    };
  }
}
