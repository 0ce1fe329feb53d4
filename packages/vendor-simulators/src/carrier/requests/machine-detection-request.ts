import { checkUrl } from '../vendor-api/check-url.ts';
import { VendorError } from '../vendor-api/vendor-error.ts';

export interface MachineDetection {
  /** `DetectMessageEnd` waits until a machine has played its message. */
  readonly mode: 'Enable' | 'DetectMessageEnd';
  /** Whether the call goes on meanwhile, and the result comes in a callback. */
  readonly isAsync: boolean;
  readonly statusCallback: string | undefined;
}

/** Parses answering-machine detection from a form. Returns undefined if it is not requested, or excluded by digits to send. */
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
  };
}
