import { setTimeout as wait } from 'node:timers/promises';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeConversation } from '../../../lambdas/conversation/handle-frame.ts';
import { messageWorker } from '../../../lambdas/conversation/message.ts';
import { PHRASES } from '../../../lambdas/domain/conversations/phrases.ts';
import { newId } from '../../../lambdas/runtime/ids.ts';
import { sessionKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { openTable } from '../../support/table/table.ts';
import { stubVariables } from '../../support/table/variables.ts';
import { aheadConversation, PlayedModel } from './ahead-world.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  stubVariables(messageWorker.variables ?? []);
  ({ table, close } = await openTable());
});

afterAll(() => close());

/** An agent that does not ask before the caller's words are final. */
const PLAIN = { settings: { turn_taking: { ask_ahead: false, requests_ahead: 2 } } };

/** A table at which the first transaction waits until a test lets it continue or fail. */
function heldTable() {
  const { promise: isOpen, resolve: open, reject: fail } = Promise.withResolvers<void>();
  const held = vi.fn();
  const send = async (command: unknown) => {
    if (command instanceof TransactWriteCommand) {
      held();
      await isOpen;
    }
    return table.client.send(command as never);
  };
  const through = { ...table, client: Object.assign(Object.create(table.client), { send }) };
  const untilHeld = () => vi.waitFor(() => expect(held).toHaveBeenCalled(), 20_000);
  return { through, open, fail, untilHeld };
}

const untilAsked = (model: PlayedModel, times: number) =>
  vi.waitFor(() => expect(model.asked.length).toBeGreaterThanOrEqual(times), 20_000);

describe('the first request of a turn', () => {
  it('is sent before the words are stored, and its answer is neither heard nor stored until they are', async () => {
    const { final, model, sent, said, transcript } = await aheadConversation(table, PLAIN);
    const { through, open, untilHeld } = heldTable();

    const answered = final('At three.', { through });
    await untilAsked(model, 1);
    model.asked[0]?.answer('That is free. ', 'May I have your name?');
    await untilHeld();
    await wait(50);
    const before = { sent: [...sent], transcript: await transcript() };
    open();
    await answered;

    expect(before).toEqual({ sent: [], transcript: [] });
    expect(said()).toBe('That is free. May I have your name?');
    expect(await transcript()).toEqual(['At three.', '(That is free. May I have your name?)']);
    expect(model.asked.map(({ words }) => words)).toEqual(['At three.']);
  });

  it('runs no tool before the words are stored', async () => {
    const press = { id: newId(), user_id: newId(), type: 'action_dtmf', config: {} } as const;
    const { final, model, sent, transcript } = await aheadConversation(table, { ...PLAIN, actions: [press] });
    const { through, open, untilHeld } = heldTable();

    const answered = final('Press one.', { through });
    await untilAsked(model, 1);
    const [tool] = model.asked[0]?.request.tools ?? [];
    const call = { id: 'call_1', name: tool?.name ?? '', arguments: '{"digits":"1"}' };
    model.asked[0]?.answer({ kind: 'tool', call });
    await untilHeld();
    await wait(50);
    const before = { sent: [...sent], transcript: await transcript() };
    open();
    await answered;

    expect(before).toEqual({ sent: [], transcript: [] });
    expect(sent.filter(({ type }) => type === 'sendDigits')).toEqual([{ type: 'sendDigits', digits: '1' }]);
    expect(await transcript()).toEqual(['Press one.', 'action_dtmf']);
  });

  it('is broken off, unheard, when the call has ended before the words were stored', async () => {
    const { final, model, said, transcript, connectionId, meters } = await aheadConversation(table, PLAIN);
    const { through, open, untilHeld } = heldTable();

    const answered = final('At three.', { through });
    await untilAsked(model, 1);
    model.asked[0]?.begin('That is free. ');
    await untilHeld();
    await closeConversation({ table, connectionId, now: () => new Date() });
    open();
    await answered;

    expect([said(), await transcript()]).toEqual(['', []]);
    expect(model.asked.map(({ isAborted }) => isAborted)).toEqual([true]);
    expect(meters[0]?.speculativeTokensIn).toBeGreaterThan(0);
  });

  it('is broken off, unheard, when the words cannot be stored', async () => {
    const { final, model, said, transcript } = await aheadConversation(table, PLAIN);
    const { through, fail, untilHeld } = heldTable();

    const answered = final('At three.', { through });
    await untilAsked(model, 1);
    model.asked[0]?.begin('That is free. ');
    await untilHeld();
    fail(new Error('The table is gone.'));

    await expect(answered).rejects.toThrow('The table is gone.');
    expect([said(), await transcript()]).toEqual(['', []]);
    expect(model.asked.map(({ isAborted }) => isAborted)).toEqual([true]);
  });

  it('is replaced by another request when the conversation went on meanwhile, and its tokens count as wasted in the turn', async () => {
    const { final, model, said, transcript, stored } = await aheadConversation(table, PLAIN);
    const { through, open, untilHeld } = heldTable();

    const answered = final('At three.', { through });
    await untilAsked(model, 1);
    model.asked[0]?.begin('Three is free. ');
    await untilHeld();
    const overtaken = final('Good morning.');
    await untilAsked(model, 2);
    model.asked[1]?.answer('Hello.');
    await overtaken;
    open();
    await untilAsked(model, 3);
    model.asked[2]?.answer('Three it is.');
    await answered;

    expect(model.asked.map(({ isAborted }) => isAborted)).toEqual([
      true,
      expect.anything(),
      expect.anything(),
    ]);
    expect(model.asked[2]?.request.messages.map(({ content }) => content)).toContain('Good morning.');
    expect(said()).toBe('Hello.Three it is.');
    expect(await transcript()).toEqual(['Good morning.', 'Hello.', 'At three.', '(Three it is.)']);
    const { figures } = (await stored())?.session.answer ?? {};
    expect(figures?.tokens?.[3]).toBeGreaterThan(10);
    expect(model.asked).toHaveLength(3);
  });

  it('is kept when a report arrives before the words are stored that does not change the model’s input', async () => {
    const { connectionId, final, model, said } = await aheadConversation(table, PLAIN);
    const { through, open, untilHeld } = heldTable();

    const answered = final('At three.', { through });
    await untilAsked(model, 1);
    model.asked[0]?.answer('That is free.');
    await untilHeld();
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: sessionKey(connectionId),
        UpdateExpression: 'SET tells_played = :true',
        ExpressionAttributeValues: { ':true': true },
      }),
    );
    open();
    await answered;

    expect(said()).toBe('That is free.');
    expect(model.asked).toHaveLength(1);
  });

  it('counts as a failure of the turn if it fails: the fallback answers, and the model is not asked twice', async () => {
    const fallback = new PlayedModel();
    const { final, model, said } = await aheadConversation(table, { ...PLAIN, fallback });
    const { through, open, untilHeld } = heldTable();

    const answered = final('At three.', { through });
    await untilAsked(model, 1);
    model.asked[0]?.fail(new Error('500'));
    await untilHeld();
    open();
    await untilAsked(fallback, 1);
    fallback.asked[0]?.answer('Good.');
    await answered;

    expect([said(), model.asked.length]).toEqual(['Good.', 1]);
  });

  it('is timed from when it was sent, and a late write counts as the service’s time after the first token', async () => {
    const { final, model, stored } = await aheadConversation(table, PLAIN);
    const { through, open, untilHeld } = heldTable();
    const begun = Date.now();

    const answered = final('At three.', { through });
    await untilAsked(model, 1);
    const asked = Date.now() - begun;
    model.asked[0]?.begin('Good. ');
    await untilHeld();
    const heldFrom = Date.now() - begun;
    await wait(300);
    open();
    model.asked[0]?.answer('Which name?');
    await answered;

    const { ms = [] } = (await stored())?.session.answer?.figures ?? {};
    const [over, toModel, toToken, toText] = ms;
    expect(over).toBeNull();
    expect(toModel).toBeLessThanOrEqual(asked + 2);
    // It came before the write was let through.
    expect((toModel ?? Number.NaN) + (toToken ?? Number.NaN)).toBeLessThan(heldFrom + 200);
    expect(toText).toBeGreaterThanOrEqual(290);
  });

  it('is not sent for words that get no answer of a model', async () => {
    const { final, model, said } = await aheadConversation(table, {
      ...PLAIN,
      session: { out_of_tokens: true },
    });

    await final('At three.');

    expect([said(), model.asked.length]).toEqual([PHRASES.en.farewell, 0]);
  });
});
