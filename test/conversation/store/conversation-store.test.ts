import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { storeSnapshot } from '../../../lambdas/agents/store/snapshots.ts';
import { type Change, toActionTurn } from '../../../lambdas/conversation/model/change.ts';
import { type Session, withoutAgent } from '../../../lambdas/conversation/model/session.ts';
import {
  agentFellSilent,
  agentSpokeUp,
  contactInterrupted,
  conversationClosed,
} from '../../../lambdas/conversation/model/session-events.ts';
import { contactPressedKeys, contactSpoke } from '../../../lambdas/conversation/model/user-turn.ts';
import type { ConversationStore } from '../../../lambdas/conversation/store/conversation-store.ts';
import { tableStore } from '../../../lambdas/conversation/store/conversations.ts';
import { sessionKey } from '../../../lambdas/conversation/store/keys.ts';
import { MemoryStore } from '../../../lambdas/conversation/store/memory-store.ts';
import { sessionOf, storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const now = new Date('2026-01-01T00:01:00.000Z');
const action = { action_id: null, type: 'action_end_conversation' as const, input: { a: [1] }, output: {} };

/** The same new conversation in both stores. */
async function newStores(): Promise<readonly ConversationStore[]> {
  const call = storedCall();
  await storeSnapshot(table, call);
  const session = sessionOf(call, 'Good day to you.');
  const connectionId = randomUUID();
  const Item = { ...sessionKey(connectionId), ...withoutAgent(session) };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return [tableStore(table, connectionId), new MemoryStore(session, call)];
}

type Step = (store: ConversationStore, session: Session) => Promise<unknown>;

const event =
  (reduce: (session: Session) => Change | undefined): Step =>
  async (store, before) => {
    const change = reduce(before);
    return change && store.applyChange({ before, now, ...change });
  };

const words = (second: number, wordsHash: string) => ({
  invocationId: `invocation ${second}`,
  arrivedAt: new Date(now.getTime() + second * 1000),
  wordsHash,
  waitedMs: 5_000,
  now,
});

/** What frames do with a store. The session may be one that was read before an earlier step. */
const STEPS: Readonly<Record<string, Step>> = {
  speak: event((session) => contactSpoke(session, 'Hello?', now)),
  interrupt: event((session) => contactInterrupted(session, 'Good', now)),
  take_keys: event((session) => contactPressedKeys(session, now)),
  fall_silent: event((session) => agentFellSilent(session, now)),
  speak_up: event((session) => agentSpokeUp(session, { text: 'Still there?', ofSilence: 'presence' }, now)),
  close: event((session) => conversationClosed(session)),
  play: (store) => store.addPlayed({ words: 'Good', frameId: randomId() }),
  press: (store, session) => store.addPressedKey({ digit: '1', id: randomId(), at: now.getTime() }, session),
  claim_rest: (store, session) => store.claimRest({ ...session, connection_id: 'next' }),
  answer: (store, { generation, failures }) => {
    const answer = { text: 'Hello, I am', complete: false, timestamp: now.toISOString() };
    return store.setUnlessInterrupted(generation, { failures, answer });
  },
  set: (store, { generation }) => store.setUnlessInterrupted(generation, { language: 'de' }),
  request: (store, { generation }) =>
    store.addRequest(generation, { key: randomId(), turn: 1, at: now.toISOString() }),
  mark: (store) => store.markOutOfTokens(),
  act: (store, session) => {
    const { turns, generation } = session;
    const turn = toActionTurn(session, { action, number: turns + 1, timestamp: now.toISOString() });
    return store.recordAction({ turn, effect: { holding: true }, generation, isLate: false, now });
  },
  act_late: (store, session) => {
    const turn = toActionTurn(session, { action, number: session.turns + 1, timestamp: now.toISOString() });
    return store.recordAction({ turn, effect: {}, isLate: true, now });
  },
  superseded: (store, { generation }) => store.isSuperseded(generation),
  last_turn: (store, { turns }) => store.getTurn(turns),
  partial_1: (store) => store.notePartialWords(words(1, 'hello')),
  partial_2: (store) => store.notePartialWords(words(2, 'hello you')),
  partial_3: (store) => store.notePartialWords(words(3, 'hello you')),
  partial_9: (store) => store.notePartialWords(words(9, 'hello you')),
  speculate: (store) => store.noteSpeculation('invocation 2', { generation: 1, turns: 2, requests: 1 }),
  final: (store) => store.noteFinalWords('invocation 2', '', words(4, '').arrivedAt),
  claim: (store) => store.claimAnswer('invocation 2', 'partial'),
  claim_final: (store) => store.claimAnswer('invocation 2', 'final'),
  drop: (store) => store.addDroppedTokens(7),
  state: (store) => store.readSpeculationState(),
};

let id = 0;
const randomId = () => `key ${Math.floor(id++ / 2)}`;

it('a conversation in memory is stored under the conditions of the table', async () => {
  const step = fc.record({ name: fc.constantFrom(...Object.keys(STEPS)), isStale: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const stores = await newStores();
      let former = await Promise.all(stores.map((store) => store.getSession()));
      for (const { name, isStale } of steps) {
        const sessions = await Promise.all(stores.map((store) => store.getSession()));
        const from = isStale ? former : sessions;
        const [inTable, inMemory] = await Promise.all(
          stores.map((store, index) => STEPS[name]?.(store, from[index] as Session)),
        );
        expect(inMemory, name).toEqual(inTable);
        const [stored, kept] = await Promise.all(stores.map((store) => store.getConversation()));
        expect(kept, name).toEqual(stored);
        former = sessions;
      }
    }),
    { numRuns: 10 },
  );
});

it('a field that the agent sets while it answers is a change, unless the contact spoke since', async () => {
  for (const store of await newStores()) {
    const { generation, version } = (await store.getSession()) as Session;

    expect(await store.setUnlessInterrupted(generation, { language: 'de' })).toBe(true);
    expect(await store.setUnlessInterrupted(generation - 1, { language: 'fr' })).toBe(false);

    expect(await store.getSession()).toMatchObject({ language: 'de', version: version + 1, generation });
  }
});
