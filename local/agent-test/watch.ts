import { statSync, watch } from 'node:fs';
import { dirname } from 'node:path';

/** Milliseconds between two looks at the agents, of which nothing tells when they change. */
const POLL_MS = 2_000;

interface Watched {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** A text that differs after a change. */
  readonly state: () => Promise<string>;
  readonly signal: AbortSignal;
}

/** Resolves when the state is another one than `before`: at once if it is so already. Rejects when the signal aborts. */
export async function changed(before: string, { paths, state, signal }: Watched): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal.reason);
  const look = () => {
    state().then((now) => now !== before && resolve(), reject);
  };
  // Editors put a new file in the place of the old one: only its folder tells.
  const watchers = [...new Set(paths.map(folderOf))].map((folder) =>
    watch(folder, { recursive: true }, look),
  );
  const timer = setInterval(look, POLL_MS);
  signal.addEventListener('abort', abort);
  try {
    look();
    await promise;
  } finally {
    clearInterval(timer);
    for (const watcher of watchers) watcher.close();
    signal.removeEventListener('abort', abort);
  }
}

const folderOf = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path);

/** When each file was changed. */
export const stateOfFiles = (files: readonly string[]): string =>
  files.map((file) => `${file} ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`).join('\n');
