// Setups of several connections of one call, at once and twice.
import { afterAll, describe, expect, it } from 'vitest';
import { deleteConversation, itemsOf } from '../../../lambdas/conversation/store/conversations.ts';
import { pickedUp } from './callbacks.ts';
import { dialed, sidOf } from './events.ts';
import { keyOf } from './functions.ts';
import { happens } from './steps.ts';
import { newWorld, read, startScene } from './world.ts';

const scene = await startScene();
afterAll(() => scene.close());

/** A call that was answered, and whose connections a test opens in their order: 1, 2, 3. */
async function answeredCall() {
  const world = await newWorld(scene);
  for (const event of [dialed('placed'), pickedUp]) await happens(event).run(world);
  const { userId: user_id, callId: call_id, functions, aws } = world;
  const nameOf = (connection: number) => `connection-${connection}-${call_id}`;
  return {
    nameOf,
    table: functions.table,
    userId: user_id,
    async setUp(connection: number, key = keyOf('relay', world)) {
      await functions.connect(nameOf(connection));
      const ids = { sessionId: `VX${call_id}`, callSid: sidOf(world) };
      const setup = { type: 'setup', ...ids, customParameters: { user_id, call_id, key } };
      await functions.frame(nameOf(connection), setup, { openedMs: connection });
    },
    /** The connection that has the conversation, and what was sent over others. */
    async state() {
      const { call, session } = await read(world);
      const states = [1, 2, 3].map((connection) => {
        const isClosed = aws.closed.has(nameOf(connection));
        const ended = aws.frames.get(nameOf(connection))?.some(({ type }) => type === 'end');
        return ended ? 'ended' : isClosed ? 'closed' : 'open';
      });
      return { current: session?.connection_id ?? call.connection_id, states };
    },
  };
}

describe.concurrent('a call whose connection is lost', () => {
  it('goes on over the later one if both begin at once, whichever comes first', async () => {
    const { setUp, state, nameOf } = await answeredCall();

    await Promise.all([setUp(1), setUp(2)]);

    const { current, states } = await state();
    expect(current).toBe(nameOf(2));
    expect(states.slice(1)).toEqual(['open', 'open']);
  });

  it('goes on if a setup comes twice', async () => {
    const { setUp, state, nameOf } = await answeredCall();

    for (const connection of [1, 1, 2, 2]) await setUp(connection);

    expect(await state()).toEqual({ current: nameOf(2), states: ['closed', 'open', 'open'] });
  });

  it('refuses a late setup of an earlier connection, and a key of another call', async () => {
    const { setUp, state, nameOf, table } = await answeredCall();
    const other = keyOf('relay', { userId: 'another', callId: 'call' });

    for (const connection of [2, 1]) await setUp(connection);
    await setUp(3, other);

    expect(await state()).toEqual({ current: nameOf(2), states: ['ended', 'open', 'ended'] });
    // Frames of a call's own connection no longer wait for the setup.
    const [own, strange] = await Promise.all([1, 3].map((one) => itemsOf(table, nameOf(one))));
    expect([own, strange]).toMatchObject([[], [{ sk: 'HANDSHAKE' }]]);
  });

  it('leaves no item of any connection when its conversation is deleted or its user erased', async () => {
    const { setUp, nameOf, table, userId } = await answeredCall();
    for (const connection of [1, 2, 3]) await setUp(connection);

    const pointer = (await itemsOf(table, nameOf(2))).find(({ sk }) => sk === 'TAKEOVER');
    await deleteConversation(table, nameOf(1));

    const items = await Promise.all([1, 2, 3].map((connection) => itemsOf(table, nameOf(connection))));
    expect(items.flat().filter(({ sk }) => sk !== 'HANDSHAKE')).toEqual([]);
    // An erasure finds a partition by one item that names its user.
    expect(pointer).toMatchObject({ sk: 'TAKEOVER', user_id: userId });
  });
});
