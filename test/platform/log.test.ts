import { afterEach, describe, expect, it, vi } from 'vitest';
import { nameCall } from '../../lambdas/platform/log/current-step.ts';
import { inStep } from '../../lambdas/platform/log/in-step.ts';
import { hashOfUser } from '../../lambdas/platform/logger.ts';

const CALL = {
  userId: '0190a1b2-1111-7000-8000-000000000001',
  callId: '0190a1b2-2222-7000-8000-000000000002',
};
const REQUEST = { name: 'POST /v1/calls/create', requestId: 'request-1' };

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The lines that the logger writes meanwhile. */
async function linesOf(
  work: (log: typeof import('../../lambdas/platform/logger.ts').logger) => Promise<unknown>,
) {
  const { logger } = await import('../../lambdas/platform/logger.ts');
  const lines: Record<string, unknown>[] = [];
  const take = (text: string) => lines.push(JSON.parse(text));
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn((logger as unknown as { console: Console }).console, level).mockImplementation(take);
  await work(logger).catch(() => undefined);
  return lines;
}

describe('a step', () => {
  it('ends with a line, if it worked for a call', async () => {
    const [line] = await linesOf(() => inStep(REQUEST, async () => nameCall(CALL)));

    expect(line).toMatchObject({ message: REQUEST.name, ...CALL, requestId: 'request-1' });
    expect(line?.durationMs).toBeGreaterThanOrEqual(0);
  });

  it('that fails says so without the reason, and throws', async () => {
    const fault = new Error('said: my secret');
    const work = () =>
      inStep(REQUEST, async () => {
        nameCall(CALL);
        throw fault;
      });

    const [line] = await linesOf(work);

    await expect(work()).rejects.toBe(fault);
    expect(line).toMatchObject({ message: REQUEST.name, failed: true });
    expect(JSON.stringify(line)).not.toContain('secret');
  });

  it('keeps concurrent work apart', async () => {
    const other = { ...CALL, callId: '0190a1b2-3333-7000-8000-000000000003' };
    const lines = await linesOf((log) =>
      Promise.all(
        [CALL, other].map((call) =>
          inStep(REQUEST, async () => {
            nameCall(call);
            await new Promise(setImmediate);
            log.warn(call.callId);
          }),
        ),
      ),
    );

    const warnings = lines.filter(({ level }) => level === 'WARN');
    expect(warnings.map(({ callId }) => callId)).toEqual(warnings.map(({ message }) => message));
    expect(warnings).toHaveLength(2);
  });
});

describe('the user in a log line', () => {
  const log = () =>
    linesOf((logger) =>
      inStep(REQUEST, async () => {
        nameCall(CALL);
        logger.warn('A warning.');
        logger.warn('Another.', { userId: CALL.userId, callId: undefined });
      }),
    );

  it('is hashed where the operator wants it, in every line', async () => {
    vi.stubEnv('LOGGED_USER_IDS', 'hashed');

    const lines = await log();

    expect(lines.map(({ userId }) => userId)).toEqual(Array(3).fill(hashOfUser(CALL.userId)));
    expect(JSON.stringify(lines)).not.toContain(CALL.userId);
    expect(lines.map(({ callId }) => callId)).toEqual(Array(3).fill(CALL.callId));
  });
});
