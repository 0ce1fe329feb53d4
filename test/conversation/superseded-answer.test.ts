import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { getSession, tableStore } from '../../lambdas/conversation/store/conversations.ts';
import { Speech } from '../../lambdas/conversation/turn/speech.ts';
import { TurnTimes } from '../../lambdas/conversation/turn/turn-times.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { ExternalService, json } from '../support/peers/external-service.ts';
import { interposed } from '../support/table/interposed.ts';
import { PLAIN, type PlayedModel, playedConversation, table, untilAsked } from './played-conversation.ts';

// A contact who interrupts an answer, or goes on before it begins.

const service = new ExternalService({ '/orders/cancel': json({ result: 'cancelled' }) });
vi.stubEnv('OUTBOUND_ALLOWED_NETWORKS', '127.0.0.0/8');
const serviceUrl = await service.listen();

afterAll(() => service.close());

/** Waits until a request to the model was cancelled. */
const untilCancelled = (model: PlayedModel, request: number) =>
  vi.waitFor(() => expect(model.requests[request]?.isAborted).toBe(true), 20_000);

it('an answer whose contact goes on before its first word is cancelled, and nothing of it is sent', async () => {
  const { final, model, spokenText, transcript } = await playedConversation(PLAIN);

  const superseded = final('I want a table');
  await untilAsked(model, 1);
  await vi.waitFor(async () => expect(await transcript()).toEqual(['I want a table']), 20_000);
  const answered = final('for two.');
  await untilAsked(model, 2);
  await untilCancelled(model, 0);
  model.requests[0]?.answer('For how many? ', 'And when?');
  await superseded;
  model.requests[1]?.answer('A table for two, ', 'gladly.');
  await answered;

  expect(spokenText()).toBe('A table for two, gladly.');
  expect(await transcript()).toEqual(['I want a table', 'for two.', '(A table for two, gladly.)']);
});

/** An action of the user's service. */
function cancelling() {
  const config = {
    name: 'cancel_order',
    description: 'Cancels the order.',
    url: `${serviceUrl}/orders/cancel`,
    input_schema: { type: 'object', properties: {} },
    speak_on_send: false,
    speak_on_receive: true,
  };
  return { id: newId(), user_id: newId(), type: 'action_external', config } as const;
}

describe('an external action', () => {
  it('is taken although the contact has hung up', async () => {
    const { close, final, model, transcript } = await playedConversation({
      ...PLAIN,
      actions: [cancelling()],
    });

    const answered = final('Cancel my order, goodbye.');
    await untilAsked(model, 1);
    await vi.waitFor(async () => expect(await transcript()).toHaveLength(1), 20_000);
    await close();
    model.requests[0]?.answer({ kind: 'tool', call: { id: 'one', name: 'cancel_order', arguments: '{}' } });
    await untilAsked(model, 2);
    model.requests[1]?.answer('It is done.');
    await answered;

    expect(service.asked).toHaveLength(1);
    service.asked.length = 0;
  });

  it('is not taken after the contact has gone on', async () => {
    const { final, model, spokenText, stored, transcript } = await playedConversation({
      ...PLAIN,
      actions: [cancelling()],
    });

    const superseded = final('Cancel my order.');
    await untilAsked(model, 1);
    model.requests[0]?.begin('I cancel your order. ');
    await vi.waitFor(
      async () => expect((await stored())?.session.answer?.text).toBe('I cancel your order. '),
      20_000,
    );
    const answered = final('No, leave it as it is.');
    await untilAsked(model, 2);
    await vi.waitFor(async () => expect(await transcript()).toHaveLength(3), 20_000);
    model.requests[0]?.answer({ kind: 'tool', call: { id: 'one', name: 'cancel_order', arguments: '{}' } });
    await superseded;
    model.requests[1]?.answer('I leave it.');
    await answered;

    expect(service.asked).toEqual([]);
    expect(spokenText()).toBe('I cancel your order. I leave it.');
    expect(await transcript()).toEqual([
      'Cancel my order.',
      'I cancel your order.',
      'No, leave it as it is.',
      '(I leave it.)',
    ]);
  });
});

const FIRST = 'There once was a king, ';
const SECOND = 'who had three daughters, ';

/** An answer that is being spoken, and what its contact does. */
async function speaking(through = table) {
  const conversation = await playedConversation();
  const { connectionId } = conversation;
  const session = await getSession(table, connectionId);
  if (!session) throw new Error('There is no conversation.');
  const sent: string[] = [];
  /** What was stored of the answer when each clause was sent. */
  const storedBefore: (string | undefined)[] = [];
  const stored = async () => (await getSession(table, connectionId))?.answer?.text;
  const send = async (frame: object) => {
    storedBefore.push(await stored());
    if ('token' in frame) sent.push(String(frame.token));
    return true;
  };
  const now = () => new Date();
  const times = new TurnTimes(now(), now);
  return {
    speech: new Speech({
      store: tableStore(through, connectionId),
      connection: { send },
      now,
      session,
      times,
    }),
    sent,
    storedBefore,
    stored,
    interrupt: (utteranceUntilInterrupt: string) =>
      conversation.send({ type: 'interrupt', utteranceUntilInterrupt }),
  };
}

describe('an answer that is being spoken', () => {
  it('sends no further clause after the contact interrupted', async () => {
    const { speech, sent, stored, interrupt } = await speaking();
    await speech.take(FIRST);
    await expect.poll(stored).toBe(FIRST);

    await interrupt('There once was');
    await speech.take(SECOND);

    expect(sent).toEqual([FIRST]);
    expect(speech.interrupted.aborted).toBe(true);
  });

  it('sends each clause but the first after it was stored', async () => {
    const { speech, sent, storedBefore } = await speaking();

    await speech.take(FIRST);
    await speech.take(SECOND);
    await speech.take('and no son. ');

    expect(sent).toEqual([FIRST, SECOND, 'and no son. ']);
    expect(storedBefore.slice(1)).toEqual([FIRST + SECOND, `${FIRST}${SECOND}and no son. `]);
  });

  it('sends its first clause without waiting for the table', async () => {
    const written = Promise.withResolvers<void>();
    const slow = interposed(table, async (command) => {
      if (command instanceof UpdateCommand) await written.promise;
    });
    const { speech, sent } = await speaking(slow);

    await speech.take(FIRST);

    expect(sent).toEqual([FIRST]);
    written.resolve();
  });
});
