import { DEFAULT_PROVIDERS } from '@aws-lambda-powertools/parameters/base';
import fc from 'fast-check';
import { Agent, setGlobalDispatcher } from 'undici';
import { vi } from 'vitest';
import { config } from 'zod/mini';
import { RANDOM_SEED } from './random.ts';

/** Milliseconds in which a server of this machine takes a connection, also one of a thousand at once. */
const CONNECT_MS = 60_000;

/** The environment that the first file of this process found. */
const FIRST = Symbol.for('environment of the first test file');

/**
 * Test files of one worker share its process and the libraries that it has loaded; this clears the state by which they
 * would affect each other. The project's own modules are loaded anew for each file, because they cache clients and
 * variables, as in a container.
 */
function separate(): void {
  vi.resetModules();
  vi.unstubAllEnvs();
  const kept: Record<symbol, NodeJS.ProcessEnv> = globalThis as never;
  kept[FIRST] ??= { ...process.env };
  for (const name of Object.keys(process.env)) if (!(name in kept[FIRST])) delete process.env[name];
  Object.assign(process.env, kept[FIRST]);
  // The complete Zod, which some files load, sets English messages for all schemas of the process. Functions are bundled
  // with the small one, which sets none.
  config({ localeError: undefined });
  // The readers of secrets, with their clients and what they have read.
  for (const name of Object.keys(DEFAULT_PROVIDERS)) Reflect.deleteProperty(DEFAULT_PROVIDERS, name);
}

/** For all files of this process. */
const PATIENT = Symbol.for('a client that waits for connections');

/** Lets `fetch` wait longer than its ten seconds for a connection. */
function waitForConnections(): void {
  const kept: Record<symbol, Agent> = globalThis as never;
  kept[PATIENT] ??= new Agent({ connect: { timeout: CONNECT_MS } });
  setGlobalDispatcher(kept[PATIENT]);
}

separate();
waitForConnections();
fc.configureGlobal({ seed: RANDOM_SEED });
