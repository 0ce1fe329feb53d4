import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, vi } from 'vitest';
import { askActionService } from '../../lambdas/actions/ask-action-service.ts';
import type { CallAction } from '../../lambdas/actions/model/action.ts';
import type { AgentSettings } from '../../lambdas/agents/model/agent.ts';
import { storeSnapshot } from '../../lambdas/agents/store/snapshots.ts';
import { callEffects } from '../../lambdas/calls/relay/call-effects.ts';
import { messageWorker } from '../../lambdas/calls/relay/message.ts';
import { pendingSetup } from '../../lambdas/calls/relay/relay-context.ts';
import { closeConversation } from '../../lambdas/conversation/change-session.ts';
import type { Session } from '../../lambdas/conversation/model/session.ts';
import type { Wait } from '../../lambdas/conversation/ports.ts';
import { getConversation, tableStore } from '../../lambdas/conversation/store/conversations.ts';
import { sessionKey } from '../../lambdas/conversation/store/keys.ts';
import { type ConversationEvent, take } from '../../lambdas/conversation/take.ts';
import type { Table } from '../../lambdas/platform/table/table.ts';
import { countTurnTokens } from '../../lambdas/usage/store/day-use.ts';
import type { LanguageModel, ModelChunk, ModelRequest } from '../../lambdas/vendors/llm/language-model.ts';
import { TokenMeter } from '../../lambdas/vendors/llm/model-usage.ts';
import type { OutgoingFrame } from '../../lambdas/vendors/telephony/relay-frames.ts';
import { interposed } from '../support/table/interposed.ts';
import { sessionOf, storedCall } from '../support/table/stored-call.ts';
import { tableOfFile } from '../support/table/table.ts';
import { stubVariables } from '../support/table/variables.ts';

stubVariables(messageWorker.variables ?? []);

/** The table of all conversations of a test file. */
export const table = await tableOfFile();

/** One request to the model, which answers when the test says so. */
export interface PlayedRequest {
  readonly request: ModelRequest;
  /** The contact's last words in it. */
  readonly words: string;
  /** Streams chunks, and ends the answer. */
  answer(...chunks: readonly (ModelChunk | string)[]): void;
  /** Streams text, and does not end the answer. */
  begin(text: string): void;
  fail(error: Error): void;
  readonly isAborted: boolean;
}

/** A model whose answers a test controls. */
export class PlayedModel implements LanguageModel {
  readonly requests: PlayedRequest[] = [];

  async *stream(request: ModelRequest): AsyncGenerator<ModelChunk> {
    const chunks: ModelChunk[] = [];
    let state = 'open' as 'open' | 'over' | Error;
    let changed = Promise.withResolvers<void>();
    const change = () => {
      changed.resolve();
      changed = Promise.withResolvers();
    };
    request.signal.addEventListener('abort', change);
    const words = String(request.messages.at(-1)?.content);
    this.requests.push({
      request,
      words,
      answer(...given) {
        for (const one of given) chunks.push(typeof one === 'string' ? { kind: 'text', text: one } : one);
        state = 'over';
        change();
      },
      begin(text) {
        chunks.push({ kind: 'text', text });
        change();
      },
      fail(error) {
        state = error;
        change();
      },
      get isAborted() {
        return request.signal.aborted;
      },
    });
    for (;;) {
      const next = chunks.shift();
      if (next) yield next;
      else if (state instanceof Error) throw state;
      else if (state === 'over') return;
      else {
        request.signal.throwIfAborted();
        await changed.promise;
      }
    }
  }
}

/** An agent that does not ask before the contact's words are final. */
export const PLAIN = { settings: { turn_taking: { ask_ahead: false, requests_ahead: 2 } } };

/** Waits until a model was asked this number of times. */
export const untilAsked = (model: PlayedModel, times = 1) =>
  vi.waitFor(() => expect(model.requests.length).toBeGreaterThanOrEqual(times), 20_000);

interface Plan {
  readonly settings?: Partial<AgentSettings>;
  readonly actions?: readonly CallAction[];
  readonly session?: object;
  readonly fallback?: LanguageModel;
  /** Answers in place of the played model. */
  readonly model?: LanguageModel;
}

/** Times that make a test on a busy machine independent of its speed. */
const TIMES = { stableMs: 30, pollMs: 5, adoptMs: 20_000 };

/** A conversation whose frames a test sends, each as an invocation of its own. */
export async function playedConversation({
  settings,
  actions = [],
  session = {},
  fallback,
  ...plan
}: Plan = {}) {
  const connectionId = randomUUID();
  const call = storedCall();
  const known = {
    ...call,
    agent: { ...call.agent, actions: [...actions] },
    settings: { ...call.settings, turn_taking: { ask_ahead: true, requests_ahead: 2 }, ...settings },
  };
  await storeSnapshot(table, known);
  const Item = { ...sessionKey(connectionId), ...sessionOf(known), ...session };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  const model = new PlayedModel();
  const sent: OutgoingFrame[] = [];
  const watched: Date[] = [];
  /** When keys or a voicemail are due. */
  const due: Date[] = [];
  const meters: TokenMeter[] = [];
  let clock = Date.now();
  /** The context of a frame. Each arrives a millisecond after the former, or `late` ms before it, or at a time. */
  const contextOf = ({
    times = {},
    late = 0,
    at = undefined as Date | undefined,
    frameId = randomUUID() as string,
    crashesBeforeAnswer = false,
    through = table,
    fails = undefined as 'vendor' | 'queue' | undefined,
    /** The connection of the frame, after a takeover. */
    over = connectionId as string,
    wait = undefined as Wait | undefined,
  } = {}) => {
    clock = Math.max(Date.now(), clock + 1);
    const meter = new TokenMeter();
    meters.push(meter);
    const own = crashesBeforeAnswer ? crashing(through) : through;
    const store = tableStore(own, over);
    return {
      store,
      connectionId: over,
      ...(wait && { wait }),
      call: callEffects(own, store),
      connection: {
        send: async (outgoing: OutgoingFrame) => {
          if (fails === 'vendor') throw new Error('The vendor is gone.');
          return sent.push(outgoing) > 0;
        },
      },
      now: () => new Date(),
      setup: pendingSetup(own, connectionId),
      arrivedAt: at ?? new Date(clock - late),
      frameId,
      models: () => [plan.model ?? model, ...(fallback ? [fallback] : [])],
      countTokens: ({ user_id: userId }: Session) => countTurnTokens(own, { userId, now: new Date() }, meter),
      knowledge: async () => [],
      askService: askActionService,
      watchKeys: async (_: unknown, on: Date) => {
        queued(fails);
        due.push(on);
      },
      watchVoicemail: async () => queued(fails),
      watchSilence: async (_: unknown, since: Date) => {
        queued(fails);
        watched.push(since);
      },
      speculationTimes: { ...TIMES, ...times },
    };
  };
  type Options = NonNullable<Parameters<typeof contextOf>[0]>;
  const send = (event: ConversationEvent, options?: Partial<Options>) =>
    take(event, contextOf({ ...options } as Options));
  const final = (voicePrompt: string, options?: Partial<Options>) =>
    send({ type: 'prompt', voicePrompt, last: true }, options);
  return {
    connectionId,
    model,
    sent,
    watched,
    due,
    contextOf,
    meters,
    send,
    partial: (voicePrompt: string, options?: Partial<Options>) =>
      send({ type: 'prompt', voicePrompt, last: false }, options),
    final,
    /** Says words, and lets the model answer its next request. */
    async answered(words: string, answer: readonly (ModelChunk | string)[], options?: Partial<Options>) {
      const before = model.requests.length;
      const answering = final(words, options);
      await untilAsked(model, before + 1);
      model.requests.at(-1)?.answer(...answer);
      await answering;
    },
    close: () => closeConversation({ store: tableStore(table, connectionId), now: () => new Date() }),
    /** The text that the vendor was told to speak. */
    spokenText: () => sent.flatMap((frame) => (frame.type === 'text' ? [frame.token] : [])).join(''),
    stored: () => getConversation(table, connectionId),
    /** The stored words of the turns, and the answer that is pending. */
    async transcript() {
      const found = await getConversation(table, connectionId);
      const turns = found?.turns.map((turn) => ('text' in turn ? turn.text : turn.action.type)) ?? [];
      return [...turns, ...(found?.session.answer ? [`(${found.session.answer.text.trim()})`] : [])];
    },
  };
}

/** A message was put into a queue, unless that fails. */
function queued(fails: string | undefined): void {
  if (fails === 'queue') throw new Error('The queue is gone.');
}

/** A table at which an invocation dies as soon as it may answer. */
const crashing = (table: Table) =>
  interposed(table, ({ input }) => {
    if (JSON.stringify(input).includes(':"partial"')) throw new Error('The invocation died.');
  });
