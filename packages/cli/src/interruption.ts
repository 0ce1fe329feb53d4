import { EXIT } from './errors.ts';

/** Milliseconds after which an interrupted command exits even with pending work: longer than one request may take. */
const ENDED_WITHIN_MS = 20_000;

const interruption = new AbortController();
let isListening = false;

/** Aborts the command's signal, so that it can undo its changes. */
export function interrupt(): void {
  interruption.abort();
  setTimeout(() => process.exit(EXIT.interrupted), ENDED_WITHIN_MS).unref();
}

/** The signal that aborts at Ctrl-C. From the first use of it on, the command must end by itself. */
export function interruptionSignal(): AbortSignal {
  // Not `once`: the terminal and the parent program may both deliver the same Ctrl-C.
  if (!isListening) for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, interrupt);
  isListening = true;
  return interruption.signal;
}

export const wasInterrupted = (): boolean => interruption.signal.aborted;
