import { describe, expect, it } from 'vitest';
import { createFaults, type FaultyRequest } from '../../src/faults/faults.ts';
import { LostAnswer } from '../../src/faults/lost-answer.ts';

const request = (changes: Partial<FaultyRequest> = {}): FaultyRequest => ({
  service: 'dynamodb',
  operation: 'PutItem',
  about: () => ({ subject: 'CALL', items: 0 }),
  functionName: 'dial',
  traceHeader: 'Root=1',
  sdkId: undefined,
  ...changes,
});

/** Sends a request under faults. Returns what the service did and how it answered. */
async function send(faults: ReturnType<typeof createFaults>, changes: Partial<FaultyRequest> = {}) {
  let done = 0;
  const whole = async () => {
    done += 1;
    return 'done';
  };
  const answer = await faults
    .request(request(changes), { whole, part: async () => 'part', refuse: ({ code }) => code })
    .catch((error: unknown) => (error instanceof LostAnswer ? 'lost' : String(error)));
  return { done, answer };
}

/** Many requests of one kind, each of which is hit. */
async function sendMany(changes: Partial<FaultyRequest> = {}) {
  const lines: string[] = [];
  const faults = createFaults({ seed: 3, rate: 1 }, (line) => lines.push(line));
  const sent = await Promise.all(Array.from({ length: 150 }, () => send(faults, changes)));
  const outcomes = sent.map(({ done, answer }) => `${done} ${answer}`);
  return { outcomes: new Set(outcomes), lines };
}

describe('faults of requests', () => {
  it('are the documented errors of DynamoDB, before and after the write, and lost answers', async () => {
    const { outcomes } = await sendMany();

    expect(outcomes).toEqual(
      new Set([
        '1 done',
        '1 lost',
        '0 lost',
        '0 InternalServerError',
        '1 InternalServerError',
        '0 ProvisionedThroughputExceededException',
        '0 ThrottlingException',
        '0 RequestLimitExceeded',
        '0 TransactionConflictException',
      ]),
    );
  });

  it('never hit the runtime itself', async () => {
    const { outcomes } = await sendMany({ functionName: undefined });

    expect(outcomes).toEqual(new Set(['1 done']));
  });

  it('fail a part of a batch', async () => {
    const { outcomes } = await sendMany({ service: 'events', operation: 'PutEvents' });

    expect(outcomes).toContain('0 part');
  });

  it('hit the attempts of one request of the SDK alike, up to a number of attempts', async () => {
    const faults = createFaults({ seed: 1, rate: 1 }, () => {});
    const attemptsHit = async (index: number) => {
      const changes = { service: 'secretsmanager', operation: 'GetSecretValue', sdkId: `id ${index}` };
      const answers: string[] = [];
      for (let attempt = 0; attempt < 4; attempt += 1) answers.push((await send(faults, changes)).answer);
      const [first] = answers;
      return first === 'done' ? 0 : answers.filter((answer) => answer === first).length;
    };

    const hit = await Promise.all(Array.from({ length: 60 }, (_, index) => attemptsHit(index)));

    expect(new Set(hit)).toEqual(new Set([0, 1, 2, 3]));
  });

  it('end the container that sent the request', async () => {
    const faults = createFaults({ seed: 3, rate: 1 }, () => {});
    let ended = 0;
    faults.inContainer('Root=1', async () => {
      ended += 1;
    });

    await Promise.all(Array.from({ length: 50 }, () => send(faults)));

    expect(ended).toBeGreaterThan(0);
  });

  it('are logged in one line each, with their subject', async () => {
    const { lines } = await sendMany();

    expect(lines).toHaveLength(150);
    expect(lines[0]).toMatch(/^\S+ seed 3: dynamodb PutItem of dial \(CALL\), occurrence 1: \w/);
  });

  it('stop when they are turned off', async () => {
    const faults = createFaults({ seed: 3, rate: 1 }, () => {});

    faults.use(undefined);

    expect(await send(faults)).toEqual({ done: 1, answer: 'done' });
  });
});
