import { pause } from '../http/pause.ts';
import type { Call } from './call.ts';
import type { AnsweredBy } from './callee-config.ts';
import { checkUrl } from './check-url.ts';
import type { CarrierContext } from './context.ts';
import { parseMethod } from './parse-method.ts';
import { sendCallback } from './send-callback.ts';
import { VendorError } from './vendor-error.ts';

/** How an application wants to learn whether a person or a machine has answered. */
export interface MachineDetection {
  /** `DetectMessageEnd` waits until a machine has played its message. */
  readonly mode: 'Enable' | 'DetectMessageEnd';
  /** True when the call goes on meanwhile, and the verdict comes in a callback. */
  readonly isAsync: boolean;
  readonly statusCallback: string | undefined;
  readonly statusCallbackMethod: 'POST' | 'GET';
}

/** How long the vendor listens before it knows, and how long a machine's message is, in milliseconds of real life. */
const LISTENING_MS = 3_500;
const MESSAGE_MS = 8_000;

/** Reads what a form says of machine detection; undefined when it is not wanted, or ruled out by digits that are to be sent. */
export function parseMachineDetection(form: URLSearchParams): MachineDetection | undefined {
  const mode = form.get('MachineDetection') || undefined;
  if (mode === undefined || form.get('SendDigits')) return undefined;
  if (mode !== 'Enable' && mode !== 'DetectMessageEnd') {
    throw new VendorError(400, 20001, `MachineDetection must be Enable or DetectMessageEnd: ${mode}`);
  }
  const statusCallback = form.get('AsyncAmdStatusCallback') || undefined;
  if (statusCallback !== undefined) checkUrl(statusCallback, 21609, 'AsyncAmdStatusCallback');
  return {
    mode,
    isAsync: form.get('AsyncAmd') === 'true',
    statusCallback,
    statusCallbackMethod: parseMethod(form, 'AsyncAmdStatusCallbackMethod'),
  };
}

/** Finds out who has answered, as far as the call lasts long enough; resolves at once when the call may go on meanwhile. */
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
  const durationMs = LISTENING_MS + (answeredBy.startsWith('machine_end') ? MESSAGE_MS : 0);
  await pause(durationMs * context.pace, AbortSignal.any([call.over, context.closing]));
  call.verdict = { AnsweredBy: answeredBy, MachineDetectionDuration: String(durationMs) };
  call.log.add({ type: 'note', message: `Machine detection: ${answeredBy}.` });
  const { isAsync, statusCallback: url, statusCallbackMethod: method } = wanted;
  if (!isAsync || url === undefined) return;
  const params = { CallSid: call.sid, AccountSid: call.account.sid, ...call.verdict };
  sendCallback(context, call, { purpose: 'machine-detection', url, method, params });
}

/** Each mode knows a machine either by its beginning or by the end of its message. */
function verdictOn(answeredBy: AnsweredBy, mode: MachineDetection['mode']): AnsweredBy {
  if (!answeredBy.startsWith('machine')) return answeredBy;
  if (mode === 'Enable') return 'machine_start';
  return answeredBy === 'machine_start' ? 'machine_end_beep' : answeredBy;
}
