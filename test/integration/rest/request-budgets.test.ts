import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lambdas/rest/errors.ts';
import { payRequest } from '../../../lambdas/rest/limits/request-budgets.ts';
import { type Table, tableOf } from '../../../lambdas/store/table/table.ts';
import { measuredTable } from '../../support/table/measured-table.ts';
import { openTable } from '../../support/table/table.ts';
import { ThrottledTable } from '../../support/table/throttled-table.ts';

/** However slow the machine is, requests are counted, unless a test says otherwise. */
const PATIENCE_MS = 30_000;
const timeoutAfter = AbortSignal.timeout.bind(AbortSignal);

const now = new Date('2026-01-01T00:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);

let table: Table;
let throttled: ThrottledTable;
let throttledTable: Table;
let closeAll: () => Promise<unknown>;

beforeAll(async () => {
  const opened = await openTable();
  table = opened.table;
  throttled = new ThrottledTable(table);
  const client = new DynamoDBClient({
    endpoint: await throttled.listen(),
    region: 'us-east-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  });
  throttledTable = tableOf(client, table.name);
  closeAll = async () => {
    client.destroy();
    await throttled.close();
    await opened.close();
  };
});

afterAll(() => closeAll());

beforeEach(() => {
  const limits = {
    TOKEN_REQUESTS_PER_SECOND: '2',
    TOKEN_REQUESTS_AT_ONCE: '3',
    USER_REQUESTS_PER_SECOND: '4',
    USER_REQUESTS_AT_ONCE: '5',
  };
  for (const [name, value] of Object.entries(limits)) vi.stubEnv(name, value);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeoutAfter(PATIENCE_MS));
});

afterEach(() => void vi.restoreAllMocks());

/** A request as a function receives it after the authorizer. */
const request = (user_id: string, token_id?: string) =>
  ({
    requestContext: { authorizer: { user_id, ...(token_id && { token_id }) } },
  }) as never as APIGatewayProxyEvent;

/** The outcomes of consecutive requests: the type of the fault, or `passed`. */
async function outcomes(event: APIGatewayProxyEvent, times: number, at = now, on = table): Promise<string[]> {
  const found: string[] = [];
  for (let index = 0; index < times; index++) {
    const outcome = payRequest(on, event, at).then(
      () => 'passed',
      (error: unknown) => (error instanceof ApiError ? (error.faults[0]?.type ?? '') : String(error)),
    );
    found.push(await outcome);
  }
  return found;
}

const passed = (times: number) => Array(times).fill('passed');

describe('a request to the API', () => {
  it('counts against the budget of its token: another token of the same user has its own', async () => {
    const user = randomUUID();

    const first = await outcomes(request(user, 'a'), 4);
    const second = await outcomes(request(user, 'b'), 2);

    expect(first).toEqual([...passed(3), 'token_budget_spent']);
    expect(second).toEqual(passed(2));
  });

  it('counts against the budget of its user, whatever its token, and a refused one counts for neither', async () => {
    const user = randomUUID();
    await outcomes(request(user, 'a'), 3);
    await outcomes(request(user, 'b'), 2);

    expect(await outcomes(request(user, 'c'), 1)).toEqual(['user_budget_spent']);
    expect(await outcomes(request(randomUUID(), 'a'), 1)).toEqual(passed(1));
  });

  it('may be repeated after the seconds in the refusal', async () => {
    const event = request(randomUUID(), 'a');
    await outcomes(event, 3);
    const refusal = await payRequest(table, event, now).catch((error: unknown) => error);

    const { retryAfterSeconds = 0 } = refusal as ApiError;

    expect(retryAfterSeconds).toBe(1);
    expect(await outcomes(event, 1, later(retryAfterSeconds * 1000 - 1))).toEqual(['token_budget_spent']);
    expect(await outcomes(event, 3, later(retryAfterSeconds * 1000))).toEqual([
      ...passed(2),
      'token_budget_spent',
    ]);
  });

  it('is refused without a request to the table while a budget is known to be spent', async () => {
    const event = request(randomUUID(), 'a');
    await outcomes(event, 4);
    const { measured, reads: made } = measuredTable(table);

    const refused = await outcomes(event, 50, later(500), measured);

    expect(new Set(refused)).toEqual(new Set(['token_budget_spent']));
    expect(made).toEqual([]);
  });

  it('counts only for its user if the authorizer names no token', async () => {
    const event = request(randomUUID());

    expect(await outcomes(event, 6)).toEqual([...passed(5), 'user_budget_spent']);
  });

  it('passes uncounted while the table is throttled, and does not wait for it', async () => {
    vi.mocked(AbortSignal.timeout).mockRestore();
    throttled.throttles = (operation) => operation === 'UpdateItem';
    const begun = Date.now();

    const letIn = await outcomes(request(randomUUID(), 'a'), 1, now, throttledTable);
    const tookMs = Date.now() - begun;
    const refusedByTable = throttled.refused;
    throttled.recover();

    expect(letIn).toEqual(passed(1));
    expect(refusedByTable).toBeGreaterThan(0);
    expect(tookMs).toBeLessThan(5_000);
  });

  it('is refused without an authenticated user', async () => {
    const nobody = { requestContext: {} } as never as APIGatewayProxyEvent;

    expect(await outcomes(nobody, 1)).toEqual(['unauthorized']);
  });
});
