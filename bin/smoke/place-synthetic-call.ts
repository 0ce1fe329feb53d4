import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Finding } from './smoke-checks.ts';

/** The answer of the function, or of Lambda if the function fails. */
const answer = z.union([
  z.object({ outcome: z.string(), reason: z.string().optional(), callId: z.string().optional() }),
  z.object({ errorMessage: z.string() }),
]);

/** Invokes a function and returns its answer, as JSON. */
export type Invoke = (functionName: string) => Promise<string>;

const CHECK = 'a synthetic call is answered, talked and delivered';

/** Places a synthetic call and reports its outcome. Never throws. */
async function placeSyntheticCall(functionName: string, invoke: Invoke): Promise<Finding> {
  try {
    const told = answer.parse(JSON.parse(await invoke(functionName)));
    if ('errorMessage' in told) return { check: CHECK, fault: told.errorMessage };
    const { outcome, reason, callId } = told;
    if (outcome === 'passed') return { check: CHECK };
    if (outcome === 'skipped') return { check: CHECK, skipped: reason ?? outcome };
    const details = [outcome, reason, callId && `call ${callId}`].filter((part) => part !== undefined);
    return { check: CHECK, fault: details.join(', ') };
  } catch (error) {
    return { check: CHECK, fault: error instanceof Error ? error.message : String(error) };
  }
}

/** What is known of an environment's synthetic calls. */
interface SyntheticCalls {
  /** Whether the environment's configuration has them. */
  readonly areConfigured: boolean;
  /** The name of the function that places them, if it is deployed. */
  readonly caller: string | undefined;
  /** Whether the check fails unless a configured call is placed. */
  readonly areRequired: boolean;
  readonly invoke: Invoke;
}

/** Places a synthetic call if the environment has them, and says why if it places none. Never throws. */
export async function checkSyntheticCall({
  areConfigured,
  caller,
  areRequired,
  invoke,
}: SyntheticCalls): Promise<Finding> {
  const finding =
    caller === undefined ? notDeployed(areConfigured) : await placeSyntheticCall(caller, invoke);
  const isMissing = areRequired && areConfigured && finding.skipped !== undefined;
  return isMissing ? { check: CHECK, fault: `no call was placed: ${finding.skipped}` } : finding;
}

const notDeployed = (areConfigured: boolean): Finding => ({
  check: CHECK,
  skipped: areConfigured
    ? 'the outputs have no function that places it; deploy the stack SyntheticCall'
    : 'the configuration has no syntheticCall',
});

/** Seconds for which the command waits: longer than the function may run. */
const READ_TIMEOUT = '150';

/**
 * Invokes the function with AWS's command-line tool and its credentials. It does not retry: that would place another
 * call.
 */
export const invokeByCommand =
  (region: string): Invoke =>
  async (functionName) => {
    const folder = mkdtempSync(join(tmpdir(), 'synthetic-call-'));
    const file = join(folder, 'answer.json');
    const options = ['--function-name', functionName, '--region', region, '--cli-read-timeout', READ_TIMEOUT];
    try {
      const env = { ...process.env, AWS_MAX_ATTEMPTS: '1' };
      await promisify(execFile)('aws', ['lambda', 'invoke', ...options, file], { env });
      return readFileSync(file, 'utf8');
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
