import { once } from 'node:events';
import { pause } from '../../http/pause.ts';
import { sendCallback } from '../callbacks/send-callback.ts';
import type { AnsweredBy } from '../callees/callee-config.ts';
import type { MachineDetection } from '../requests/machine-detection-request.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';

/** Milliseconds, in real time, until detection has its result, and of a machine's message. */
const LISTENING_MS = 3_500;
const MESSAGE_MS = 8_000;

/** Runs answering-machine detection if the call lasts long enough; resolves at once if detection is asynchronous. */
export async function detectMachine(context: CarrierContext, call: Call): Promise<void> {
  const { machineDetection: wanted } = call.request;
  if (!wanted) return;
  const listening = listen(context, call, wanted).catch((error: unknown) => {
    if (!call.over.aborted && !context.closing.aborted) throw error;
  });
  if (!wanted.isAsync) await listening;
}

async function listen(context: CarrierContext, call: Call, wanted: MachineDetection): Promise<void> {
  const answeredBy = verdictOn(call.callee.answered_by, wanted.mode);
  const isToEnd = answeredBy.startsWith('machine_end');
  const durationMs = LISTENING_MS + (isToEnd ? MESSAGE_MS : 0);
  const signal = AbortSignal.any([call.over, context.closing]);
  const beeps = call.callee.script.some((line) => 'beep' in line);
  if (!isToEnd || !beeps) await pause(durationMs * context.pace, signal);
  else if (!call.beeped.aborted) await once(call.beeped, 'abort', { signal });
  call.verdict = { AnsweredBy: answeredBy, MachineDetectionDuration: String(durationMs) };
  call.log.add({ type: 'note', message: `Machine detection: ${answeredBy}.` });
  const { isAsync, statusCallback: url, statusCallbackMethod: method } = wanted;
  if (!isAsync || url === undefined) return;
  const params = { CallSid: call.sid, AccountSid: call.account.sid, ...call.verdict };
  sendCallback(context, call, { purpose: 'machine-detection', url, method, params });
}

/** The result of each mode: it detects a machine by the beginning or by the end of its message. */
function verdictOn(answeredBy: AnsweredBy, mode: MachineDetection['mode']): AnsweredBy {
  if (!answeredBy.startsWith('machine')) return answeredBy;
  if (mode === 'Enable') return 'machine_start';
  return answeredBy === 'machine_start' ? 'machine_end_beep' : answeredBy;
}
