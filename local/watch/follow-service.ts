import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../call/clients/command-error.ts';
import type { ServiceSnapshot } from './ask-service.ts';
import { describe } from './describe.ts';
import type { RefreshedScreen } from './refreshed-screen.ts';

/** A service to watch. */
export interface Watched {
  /** Throws CommandError if the service does not answer. */
  readonly ask: () => Promise<ServiceSnapshot>;
  readonly screen: Pick<RefreshedScreen, 'show'>;
  /** Milliseconds between two refreshes. */
  readonly refreshMs: number;
  readonly once: boolean;
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal;
}

/**
 * Shows the service's reports on itself, again and again. Throws CommandError when the service stops, and an AbortError
 * when the user ends the command.
 */
export async function followService({ ask, screen, refreshMs, once, signal }: Watched): Promise<void> {
  screen.show(describe(await ask()));
  while (!once) {
    await wait(refreshMs, undefined, { signal });
    screen.show(describe(await ask().catch(explainStop)));
  }
}

/** The error to show: the service answered before, so it has stopped. */
function explainStop(error: unknown): never {
  throw error instanceof CommandError ? new CommandError('The service has stopped.') : error;
}
