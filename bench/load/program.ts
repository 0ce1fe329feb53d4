import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A program of this folder in its own process. */
export interface Program {
  /** Its first message, sent when it is ready. */
  readonly message: unknown;
  stop(): Promise<void>;
}

/** Starts a program and waits until it is ready. */
export async function startProgram(file: string, args: readonly string[]): Promise<Program> {
  const child = fork(join(import.meta.dirname, file), args);
  const exited = once(child, 'exit');
  const message = await Promise.race([
    once(child, 'message').then(([first]: unknown[]) => first),
    exited.then(([code]) => {
      throw new Error(`${file} ended with code ${code}.`);
    }),
  ]);
  return {
    message,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** Called by the program: reports readiness, and closes the program when its parent disconnects or exits. */
export function ready(message: object, close: () => Promise<void>): void {
  process.once('disconnect', async () => {
    await close();
    process.exit();
  });
  process.send?.(message);
}
