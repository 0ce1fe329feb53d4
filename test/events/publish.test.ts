import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { handler, publishWorker } from '../../lambdas/events/publish.ts';
import { variablesOf } from '../../lambdas/platform/worker.ts';
import { EventBus } from '../support/peers/event-bus.ts';
import { CREDENTIALS, stubVariables } from '../support/table/variables.ts';

const bus = new EventBus();

afterAll(() => bus.close());
const AWS_ENDPOINT_URL_EVENTBRIDGE = await bus.listen();
stubVariables(variablesOf(publishWorker), {
  ...CREDENTIALS,
  AWS_ENDPOINT_URL_EVENTBRIDGE,
  EVENT_BUS_NAME: 'facts',
});

beforeEach(() => {
  bus.begin();
});

/** The stream's record of turn `number` of a call. */
function turnRecord(callId: string, number: number): DynamoDBRecord {
  const turn = {
    pk: 'CONVERSATION#c',
    sk: `TURN#${String(number).padStart(6, '0')}`,
    call_id: callId,
    user_id: randomUUID(),
    webhook_id: null,
    number,
    sender: 'human',
    text: `Words ${number}.`,
    timestamp: '2026-01-01T12:00:00.000Z',
  };
  return {
    eventName: 'INSERT',
    dynamodb: { SequenceNumber: `${callId}/${number}`, NewImage: marshall(turn) as never },
  };
}

/** Turns 1 to `turns` of each call, interleaved. */
const conversations = (calls: readonly string[], turns: number) =>
  Array.from({ length: turns }, (_, index) => calls.map((call) => turnRecord(call, index + 1))).flat();

/** Publishes a part of the stream like Lambda: again from the first failed record, until none fails. */
async function publishAll(records: readonly DynamoDBRecord[]): Promise<number> {
  let rest = [...records];
  for (let runs = 1; ; runs++) {
    const { batchItemFailures } = await handler({ Records: rest });
    const first = batchItemFailures[0]?.itemIdentifier;
    if (first === undefined) return runs;
    rest = rest.slice(rest.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === first));
  }
}

/** The sequence numbers of a call's events in the order of the bus. */
function placesOf(callId: string): number[] {
  const taken = bus.taken.filter(({ call_id }) => call_id === callId);
  return [...new Map(taken.map(({ id, sequence }) => [id, sequence])).values()];
}

describe('publishing', () => {
  it('fills requests with events of several calls, and sends those of one call in sequence', async () => {
    const calls = Array.from({ length: 25 }, () => randomUUID());

    await publishAll([...conversations(calls, 1), ...conversations(calls.slice(0, 1), 3)]);

    expect(bus.requests).toEqual([10, 10, 6, 1, 1]);
  });

  it('does not let a call wait for the turns of a long conversation that were stored before it', async () => {
    const [long, later] = [randomUUID(), randomUUID()];

    await publishAll([...conversations([long], 60), turnRecord(later, 1)]);

    expect(bus.taken.findIndex(({ call_id }) => call_id === later)).toBe(1);
    expect(placesOf(long)).toEqual(Array.from({ length: 60 }, (_, index) => index + 3));
  });

  it.each([
    0, 1, 4, 9,
  ])('neither loses nor reorders an event of a call when the bus refuses entry %i of a request', async (k) => {
    const calls = Array.from({ length: 10 }, () => randomUUID());
    let refusals = 0;
    bus.refuses = ({ call_id, sequence }) => {
      // The second turn of one call, twice.
      const isRefused = call_id === calls[k] && sequence === 4 && refusals < 2;
      if (isRefused) refusals += 1;
      return isRefused;
    };

    const runs = await publishAll(conversations(calls, 4));

    expect(runs).toBe(3);
    for (const call of calls) expect(placesOf(call)).toEqual([3, 4, 5, 6]);
  });
});
