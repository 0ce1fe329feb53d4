import { describe, expect, it, vi } from 'vitest';
import { createTransactionTokens } from '../../src/aws/dynamodb/dynamodb-service.ts';

const input = (token: string, value = 'a') => ({ ClientRequestToken: token, TransactItems: [value] });
const success = { status: 200, body: {} };

describe('a transaction with a client token', () => {
  it('is run once, and a repeat has its answer', async () => {
    const once = createTransactionTokens();
    const run = vi.fn(async () => success);

    const answers = [await once('dial', input('t'), run), await once('dial', input('t'), run)];

    expect(answers).toEqual([success, success]);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is run again after it was refused', async () => {
    const once = createTransactionTokens();
    const run = vi.fn(async () => ({ status: 400, body: {} }));

    await once('dial', input('t'), run);
    await once('dial', input('t'), run);

    expect(run).toHaveBeenCalledTimes(2);
  });

  it('is refused with another payload, or while it is running', async () => {
    const once = createTransactionTokens();
    const { promise, resolve } = Promise.withResolvers<typeof success>();
    const running = once('dial', input('t'), () => promise);

    await expect(once('dial', input('t'), async () => success)).rejects.toMatchObject({
      code: 'TransactionInProgressException',
    });
    await expect(once('dial', input('t', 'b'), async () => success)).rejects.toMatchObject({
      code: 'IdempotentParameterMismatchException',
    });
    resolve(success);
    await running;
  });

  it('is forgotten after ten minutes, and is nothing to other callers', async () => {
    vi.useFakeTimers();
    const once = createTransactionTokens();
    const run = vi.fn(async () => success);

    await once('dial', input('t'), run);
    await once('hang-up', input('t'), run);
    vi.advanceTimersByTime(10 * 60_000 + 1);
    await once('dial', input('t'), run);
    vi.useRealTimers();

    expect(run).toHaveBeenCalledTimes(3);
  });
});
