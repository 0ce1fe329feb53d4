import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../errors.ts';
import type { Fields } from './api-document.ts';
import type { Service } from './remote.ts';

export interface TestResult {
  readonly name: string;
  readonly status: string;
  readonly error: string | null;
  readonly failures: readonly string[];
}

/** A request to run tests: see `POST /v1/tests/run`. */
interface TestRequest {
  readonly tests?: readonly unknown[];
  readonly labels?: readonly string[];
  readonly agent?: string;
  readonly versions?: readonly (string | number)[];
}

const POLL_MS = 1000;

/** Runs tests on the service and waits for their results. */
export async function runTests(
  service: Service,
  body: TestRequest,
  signal?: AbortSignal,
): Promise<readonly TestResult[]> {
  if (body.tests?.length === 0) return [];
  const { data } = await service.request<Fields>('POST', '/v1/tests/run', { body, signal });
  const query = { id: data.id };
  for (;;) {
    const run = await service.request<{ status: string; cases: TestResult[] }>('GET', '/v1/tests/runs', {
      query,
      signal,
    });
    if (run.data.status !== 'running') return run.data.cases;
    await wait(POLL_MS, undefined, { signal });
  }
}

export function requirePassed(name: string, results: readonly TestResult[]): void {
  const others = results.filter(({ status }) => status !== 'passed');
  if (others.length === 0) return;
  const reasons = others.map(
    ({ name: test, status, error, failures }) =>
      `“${test}” ${status}: ${[error, ...failures].filter(Boolean).join(' ')}`,
  );
  throw new CommandError(`${name} did not pass the tests that it requires. ${reasons.join(' ')}`);
}
