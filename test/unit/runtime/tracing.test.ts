import { afterEach, describe, expect, it, vi } from 'vitest';
import { inStep } from '../../../lambdas/runtime/tracing/in-step.ts';
import { hashOfUser, loggedUser } from '../../../lambdas/runtime/tracing/log-fields.ts';
import { startSpan } from '../../../lambdas/runtime/tracing/spans.ts';
import { spanIdOf, traceIdOf } from '../../../lambdas/runtime/tracing/trace-ids.ts';
import { parseTraceparent, traceparentOf } from '../../../lambdas/runtime/tracing/traceparent.ts';

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
  work: (log: typeof import('../../../lambdas/runtime/logger.ts').logger) => Promise<unknown>,
) {
  const { logger } = await import('../../../lambdas/runtime/logger.ts');
  const lines: Record<string, unknown>[] = [];
  const take = (text: string) => lines.push(JSON.parse(text));
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn((logger as unknown as { console: Console }).console, level).mockImplementation(take);
  await work(logger).catch(() => undefined);
  return lines;
}

describe('a trace id', () => {
  it('is the id of a call without hyphens', () => {
    expect(traceIdOf(CALL.callId)).toBe('0190a1b2222270008000000000000002');
  });

  it('is a hash of a request’s id that is not a UUID', () => {
    expect(traceIdOf('Kx1abc=')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('determines the id of a span: the same for the same step, another for another step', () => {
    expect(spanIdOf('a', 'call')).toBe(spanIdOf('a', 'call'));
    expect(spanIdOf('a', 'call')).not.toBe(spanIdOf('b', 'call'));
  });
});

describe('a traceparent', () => {
  const span = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

  it.each([
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-of-a-later-version',
    traceparentOf(span),
  ])('identifies a span: %s', (text) => {
    expect(parseTraceparent(text)).toEqual(span);
  });

  it.each([
    undefined,
    '',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7',
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01x',
    ' 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    `cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-${'x'.repeat(100)}`,
  ])('is ignored if it is invalid: %s', (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});

describe('a step', () => {
  it('ends with a line of its spans, if it worked for a call', async () => {
    const [line] = await linesOf(() =>
      inStep(REQUEST, async (step) => {
        step.nameCall(CALL);
        startSpan({ name: 'chat', startMs: 10 }).end(30);
      }),
    );

    expect(line).toMatchObject({ message: REQUEST.name, ...CALL, requestId: 'request-1' });
    const [own, chat] = line?.spans as {
      id: string;
      name: string;
      parent: string;
      start: number;
      end: number;
    }[];
    expect(chat).toMatchObject({ name: 'chat', start: 10, end: 30, parent: own?.id });
    expect(own?.parent).toBe(spanIdOf(traceIdOf(CALL.callId), 'call'));
  });

  it('of no call is not logged', async () => {
    expect(await linesOf(() => inStep(REQUEST, async () => startSpan({ name: 'chat' })))).toEqual([]);
  });

  it('records its failure by its class, and throws it', async () => {
    const fault = Object.assign(new Error('said: my secret'), { code: 'ECONNRESET' });
    const work = () =>
      inStep(REQUEST, async (step) => {
        step.nameCall(CALL);
        throw fault;
      });

    const [line] = await linesOf(work);

    await expect(work()).rejects.toBe(fault);
    expect(line?.spans).toMatchObject([{ error: 'ECONNRESET' }]);
    expect(JSON.stringify(line)).not.toContain('secret');
  });

  it('keeps 64 spans of 24 attributes of 200 characters, and counts the rest', async () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`a${n}`, 'x'.repeat(10_000)]),
    );
    const [line] = await linesOf(() =>
      inStep(REQUEST, async (step) => {
        step.nameCall(CALL);
        for (let n = 0; n < 1000; n++) startSpan({ name: 'chat', attributes }).end();
      }),
    );

    const spans = line?.spans as { attributes: Record<string, string> }[];
    expect(spans).toHaveLength(65);
    expect(line?.spansDropped).toBe(936);
    expect(Object.values(spans[1]!.attributes)).toEqual(Array(24).fill('x'.repeat(200)));
  });

  it('that cannot be logged does not fail its work', async () => {
    const { logger } = await import('../../../lambdas/runtime/logger.ts');
    vi.spyOn(logger, 'info').mockImplementation(() => {
      throw new Error('The log is full.');
    });

    const result = inStep(REQUEST, async (step) => {
      step.nameCall(CALL);
      return 'done';
    });

    await expect(result).resolves.toBe('done');
  });

  it('keeps concurrent work apart', async () => {
    const other = { ...CALL, callId: '0190a1b2-3333-7000-8000-000000000003' };
    const lines = await linesOf((log) =>
      Promise.all(
        [CALL, other].map((call) =>
          inStep(REQUEST, async (step) => {
            step.nameCall(call);
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
      inStep(REQUEST, async (step) => {
        step.nameCall(CALL);
        logger.warn('A warning.');
        logger.warn('Another.', { userId: CALL.userId, callId: undefined });
      }),
    );

  it('is shown unhashed by default', async () => {
    expect((await log()).map(({ userId }) => userId)).toEqual(Array(3).fill(CALL.userId));
  });

  it('is hashed where the operator wants it, in every line', async () => {
    vi.stubEnv('LOGGED_USER_IDS', 'hashed');

    const lines = await log();

    expect(lines.map(({ userId }) => userId)).toEqual(Array(3).fill(hashOfUser(CALL.userId)));
    expect(JSON.stringify(lines)).not.toContain(CALL.userId);
    expect(lines.map(({ callId }) => callId)).toEqual(Array(3).fill(CALL.callId));
  });

  it('is in no line if the setting is neither plain nor hashed', async () => {
    vi.stubEnv('LOGGED_USER_IDS', 'hash');

    const lines = await log();

    expect(JSON.stringify(lines)).not.toContain(CALL.userId);
    expect(() => loggedUser(CALL.userId)).toThrow('The environment variable LOGGED_USER_IDS cannot be read.');
  });

  it('has the trace of the call that a line names outside of its steps', async () => {
    const [line] = await linesOf(async (logger) => logger.warn('A warning.', { callId: CALL.callId }));

    expect(line).toMatchObject({ traceId: traceIdOf(CALL.callId) });
  });
});
