import { describe, expect, it } from 'vitest';
import { turnsOfCall } from '../../../lambdas/calls/model/call-turns.ts';
import { callEffects } from '../../../lambdas/calls/relay/call-effects.ts';
import { connectCall, loadCall } from '../../../lambdas/calls/store/calls.ts';
import { removeCall } from '../../../lambdas/calls/store/delete-call.ts';
import { finishCall } from '../../../lambdas/calls/store/finish-call.ts';
import { changeSession } from '../../../lambdas/conversation/change-session.ts';
import { conversationClosed } from '../../../lambdas/conversation/model/session-events.ts';
import { contactSpoke } from '../../../lambdas/conversation/model/user-turn.ts';
import { beginConversation } from '../../../lambdas/conversation/store/begin-conversation.ts';
import { getConversation, tableStore } from '../../../lambdas/conversation/store/conversations.ts';
import { ActionLog } from '../../../lambdas/conversation/turn/action-log.ts';
import { TurnTimes } from '../../../lambdas/conversation/turn/turn-times.ts';
import type { Table } from '../../../lambdas/platform/table/table.ts';
import { ACTION } from '../../support/records.ts';
import { interposed } from '../../support/table/interposed.ts';
import { newCallIn, sessionOf, type storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

// An action whose external service answers when the conversation is closed.

const table = await tableOfFile();
const at = new Date('2026-01-01T00:01:00.000Z');
const now = () => at;

/** A call whose contact asked for something and hung up, while an action of the agent goes on. */
async function hungUp(overrides: Parameters<typeof storedCall>[0] = {}) {
  const { call, key } = await newCallIn(table, { dialing_at: at.toISOString(), ...overrides });
  await connectCall(table, key, { sid: `CA${call.id}`, now: at });
  const connectionId = `connection-${call.id}`;
  await beginConversation(table, connectionId, { session: sessionOf(call), now: at });
  const store = tableStore(table, connectionId);
  const turn = await changeSession({ store, now }, (session) => contactSpoke(session, 'Cancel it.', at));
  const session = turn?.session ?? sessionOf(call);
  await changeSession({ store, now }, (current) => conversationClosed(current, at));
  const connection = { send: async () => false };
  const times = new TurnTimes(at, now);
  const run = { input: {}, output: { result: 'cancelled' }, took_ms: 7 };
  const acts = (through: Table = table) => {
    const context = {
      call: callEffects(through, { conversationId: connectionId }),
      session,
      now,
      times,
      connection,
    };
    const log = new ActionLog({ ...context, turns: [], store: tableStore(through, connectionId) });
    return log.add({ id: ACTION, type: 'action_external' }, run);
  };
  const ends = (through = table) => finishCall(through, key, { transition: 'end', now: at });
  return { call, key, connectionId, session, acts, ends };
}

/** Does something before the first transaction of some work. */
function atFirstTransaction(does: () => Promise<unknown>): Table {
  let isFirst = true;
  return interposed(table, async ({ input }) => {
    if (!isFirst || !input.TransactItems || !JSON.stringify(input).includes('"version')) return;
    isFirst = false;
    await does();
  });
}

type HungUp = Awaited<ReturnType<typeof hungUp>>;

describe('an action that ends after the hang-up', () => {
  it.each<[string, (call: HungUp) => Promise<unknown>]>([
    ['before the call is finished', async ({ acts, ends }) => [await acts(), await ends()]],
    ['after it', async ({ acts, ends }) => [await ends(), await acts()]],
    ['while it is being finished', ({ acts, ends }) => ends(atFirstTransaction(acts))],
    ['while the call ends first', ({ acts, ends }) => acts(atFirstTransaction(ends))],
  ])('is in the record of its call: %s', async (_, plays) => {
    const played = await hungUp();

    await plays(played);

    const call = await loadCall(table, played.key);
    const { turns = [] } = (await getConversation(table, played.connectionId)) ?? {};
    expect(turns.map(({ number }) => number)).toEqual([1, 2]);
    expect(call?.actions_taken).toMatchObject([{ action_id: ACTION, after_messages: 1 }]);
    expect(call && turnsOfCall(call)).toMatchObject([
      { text: 'Cancel it.' },
      { number: 2, action: { output: { result: 'cancelled' }, duration_ms: 7, outcome: 'done' } },
    ]);
  });

  it('is in the conversation that goes on after a lost connection', async () => {
    const { call, key, connectionId, session, acts, ends } = await hungUp();
    const history = (await getConversation(table, connectionId))?.turns ?? [];
    const resumed = { ...sessionOf(call), turns: session.turns, resumes: connectionId };
    await beginConversation(table, 'next', { session: resumed, now: at, history });

    await acts();
    await ends();

    expect((await getConversation(table, 'next'))?.turns).toHaveLength(2);
    expect((await loadCall(table, key))?.actions_taken).toHaveLength(1);
  });

  it.each([
    ['was deleted', {}, async ({ key }: HungUp) => removeCall(table, key)],
    ['is HIPAA-compliant', { hipaa_compliant: true }, async () => {}],
  ])('is stored nowhere if its call %s', async (_, overrides, then) => {
    const played = await hungUp(overrides);
    await played.ends();
    await then(played);
    const before = await loadCall(table, played.key);

    await played.acts();

    expect(await loadCall(table, played.key)).toEqual(before);
    expect((await getConversation(table, played.connectionId))?.turns ?? []).not.toHaveLength(2);
  });
});
