import { pause } from '../../http/pause.ts';
import { allSent } from '../callbacks/send-callback.ts';
import { StatusCallbacks } from '../callbacks/status-callbacks.ts';
import { answerCall } from '../calls/answer-call.ts';
import { detectMachine } from '../calls/detect-machine.ts';
import { finishRecordings, startRecording } from '../recordings/record-call.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';
import { followProgram } from './follow-program.ts';

/** Milliseconds in real time, scaled by the pace: until the phone rings, and until it is answered. */
const DIALLING_MS = 300;
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
      call.log.add({
        type: 'error',
        code: 0,
        message: error instanceof Error ? error.message : String(error),
      });
      call.end('failed');
    }
  }
  callbacks.release();
  await finishRecordings(context, call);
  await allSent(call);
  call.log.add({ type: 'end', status: call.status });
}

async function live(context: CarrierContext, call: Call, callbacks: StatusCallbacks): Promise<void> {
  const signal = AbortSignal.any([call.over, context.closing]);
  call.over.addEventListener('abort', () => callbacks.raise('completed'), { once: true });
  await pause(0, signal);
  call.startedAt = new Date();
  if (call.direction !== 'inbound') await ringCallee(context, call, callbacks);
  if (call.over.aborted) return;
  await followProgram(context, call, call.request.program);
}

/** Dials the callee; afterwards the call is answered or over. */
async function ringCallee(context: CarrierContext, call: Call, callbacks: StatusCallbacks): Promise<void> {
  const signal = AbortSignal.any([call.over, context.closing]);
  call.log.add({ type: 'state', status: 'initiated' });
  callbacks.raise('initiated');
  await pause(DIALLING_MS * context.pace, signal);
  if (call.callee.answer === 'failed') return call.end('failed');
  call.become('ringing');
  callbacks.raise('ringing');
  await ring(context, call, signal);
  if (call.over.aborted) return;
  answerCall(context, call);
  callbacks.raise('answered');
  const { sendDigits: digits, recording } = call.request;
  if (digits !== undefined) call.log.add({ type: 'digits', by: 'agent', digits });
  if (recording) startRecording(context, call, recording);
  await detectMachine(context, call);
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
