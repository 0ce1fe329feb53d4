import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type MeasuredService, startMeasuredService } from '../../../bench/measured-service.ts';
import { longestSequence, toDynamoDb } from '../../../bench/request-record.ts';
import { proseOf } from '../../support/prose.ts';
import { makeAgent, placeCall } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';

let service: MeasuredService;
beforeAll(async () => {
  service = await startMeasuredService();
}, 240_000);
afterAll(() => service.close());

const reference = z.object({ id: z.string() });

/** The functions of a call's recording, which is ready some time after the end of the call. */
const OF_RECORDING = ['callbacks/recording-status', 'after-call/keep-recording'];

/** The requests of functions to the table since the mark, each with the entry of its function. */
function requestsSince(mark: number) {
  const entries = ['api/calls/get', 'api/calls/create', 'conversation/message', 'audit/record-changes'];
  entries.push(...OF_RECORDING);
  const entryOf = new Map(entries.map((entry) => [service.functionName(entry), entry]));
  return toDynamoDb(service.requests.slice(mark)).map((request) => ({
    ...request,
    entry: entryOf.get(request.functionName ?? '') ?? request.functionName,
  }));
}

const isRead = ({ operation }: { readonly operation: string }) =>
  ['GetItem', 'BatchGetItem', 'Query'].includes(operation);

describe('a call with an agent of 30 KB', () => {
  it('takes at most 40 write units besides its turns and recording, and no turn pays for the agent', async () => {
    const { agent } = await makeAgent(service.api, {
      prompt: proseOf(30_000),
      initialMessage: 'Good morning. How can I help you?',
    });
    const auditing = ({
      entry,
      operation,
    }: {
      readonly entry: string | undefined;
      readonly operation: string;
    }) => entry === 'audit/record-changes' && operation === 'BatchWriteItem';
    await until('the agent to be in the audit log', async () => {
      const { body } = await service.api.get(`/v1/audit?record=${reference.parse(agent).id}`);
      return body.length > 0 || { waitingFor: 'its entry' };
    });
    const mark = service.requests.length;
    const invocations = service.invocations.length;

    const { call } = await placeCall(service.connection, service.api, {
      agent: reference.parse(agent).id,
      callee: { answer: 'answer', script: [{ say: 'Goodbye.' }] },
    });
    const { id } = reference.parse(call);
    await service.api.callWhen(id, ({ status, transcript }) => status === 'ended' && Boolean(transcript));
    await until('the call to be in the audit log', async () => {
      return requestsSince(mark).some(auditing) || { waitingFor: 'its entry' };
    });

    const writes = requestsSince(mark).filter((request) => !isRead(request));
    const ofConversation = writes.filter(({ entry }) => entry === 'conversation/message');
    // The session ends the beginning of the conversation.
    const beginning = ofConversation.findIndex(({ operation }) => operation === 'PutItem') + 1;
    const ofTurns = ofConversation.slice(beginning);
    const counted = writes.filter(
      (request) =>
        request.entry !== 'api/calls/get' &&
        !OF_RECORDING.includes(request.entry ?? '') &&
        !ofTurns.includes(request),
    );
    // A message that overtakes the call's snapshot takes a dial slot in vain, and comes again.
    const dialler = service.functionName('dialing/dial');
    const receives = service.invocations.slice(invocations).filter((each) => each.functionName === dialler);
    const slotsInVain = receives.length - 1;
    const told = counted.map(
      ({ entry, operation, capacityUnits }) => `${entry} ${operation} ${capacityUnits}`,
    );
    const units = counted.reduce((sum, { capacityUnits = 0 }) => sum + capacityUnits, 0);
    const largestOfTurns = Math.max(...ofTurns.map(({ capacityUnits = 0 }) => capacityUnits));
    expect(beginning).toBeGreaterThan(0);
    expect(units - slotsInVain, told.join('\n')).toBeLessThanOrEqual(40);
    expect(largestOfTurns).toBeLessThanOrEqual(6);
  });

  it('is read by two requests in sequence', async () => {
    const { agent } = await makeAgent(service.api, { prompt: proseOf(30_000) });
    const { call } = await placeCall(service.connection, service.api, {
      agent: reference.parse(agent).id,
      callee: { answer: 'busy' },
    });
    const { id } = reference.parse(call);
    await service.api.finishedCall(id);
    const mark = service.requests.length;

    const { body } = await service.api.get(`/v1/calls?id=${id}`);

    const reads = requestsSince(mark).filter(
      (request) => request.entry === 'api/calls/get' && isRead(request),
    );
    expect(body.agent.prompt).toHaveLength(30_000);
    expect(longestSequence(reads)).toBe(2);
  });
});
