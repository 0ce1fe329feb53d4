import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'bin', 'phone-agents.mjs');

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves when the output contains the text. */
  readonly until: (text: string) => Promise<void>;
  readonly exited: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

/** A person's command line, with settings of its own. */
export class Terminal {
  /** Without a connection file here or above. */
  readonly folder = mkdtempSync(join(tmpdir(), 'phone-agents-test-'));
  readonly #env: Readonly<Record<string, string>>;

  constructor(env: Readonly<Record<string, string>> = {}) {
    this.#env = env;
  }

  start(args: readonly string[], { input = '', cwd = this.folder } = {}): Running {
    const { PHONE_AGENTS_URL: _, PHONE_AGENTS_TOKEN: __, ...inherited } = process.env;
    const env = { ...inherited, XDG_CONFIG_HOME: this.folder, APPDATA: this.folder, ...this.#env };
    const child = spawn(process.execPath, [PROGRAM, ...args], { cwd, env });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    child.stdin.end(input);
    const exited = once(child, 'close').then(([code]) => ({ code, out, err }));
    const until = async (text: string) => {
      while (!out.includes(text)) await Promise.race([once(child.stdout, 'data'), ended(exited, text)]);
    };
    return { child, output: () => out, until, exited };
  }

  run(args: readonly string[], options: { input?: string; cwd?: string } = {}) {
    return this.start(args, options).exited;
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function ended(exited: Running['exited'], text: string): Promise<never> {
  const { code, out, err } = await exited;
  throw new Error(`It ended with ${code} before “${text}”:\n${out}${err}`);
}
