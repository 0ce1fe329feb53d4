import type { TestCase, TestRun } from '../../../../lambdas/agent-tests/model/test-run.ts';
import { untilOver } from '../agent-tests/run-tests.ts';
import { CommandError } from '../errors.ts';
import type { Service } from './remote.ts';

/** A request to run tests: see `POST /v1/tests/run`. */
interface TestRequest {
  readonly tests?: readonly unknown[];
  readonly labels?: readonly string[];
  readonly agent?: string;
  readonly versions?: readonly (string | number)[];
}

/** Runs tests on the service and waits for their results. */
export async function runTests(
  service: Service,
  body: TestRequest,
  signal?: AbortSignal,
): Promise<readonly TestCase[]> {
  if (body.tests?.length === 0) return [];
  const { data } = await service.request<TestRun>('POST', '/v1/tests/run', { body, signal });
  return (await untilOver(data, { api: service, signal })).cases;
}

/** Throws CommandError unless all tests that `name` requires pass. */
export async function requireTests(
  { service, signal }: { readonly service: Service; readonly signal?: AbortSignal | undefined },
  name: string,
  run: TestRequest,
): Promise<void> {
  const others = (await runTests(service, run, signal)).filter(({ status }) => status !== 'passed');
  if (others.length === 0) return;
  const reasons = others.map(
    ({ name: test, status, error, failures }) =>
      `“${test}” ${status}: ${[error, ...failures].filter(Boolean).join(' ')}`,
  );
  throw new CommandError(`${name} did not pass the tests that it requires. ${reasons.join(' ')}`);
}
