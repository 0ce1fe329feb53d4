import * as z from 'zod/mini';
import { actionType } from '../../actions/model/action.ts';
import { isSpoken, type Turn } from '../../conversation/model/session.ts';
import { stepExit } from '../../conversation/model/steps/steps-state.ts';
import {
  type KeptTurn,
  MOMENTS,
  removedParts,
  segmentsOf,
  silenceOf,
  type TurnFigures,
  totalOf,
  withoutSources,
} from '../../conversation/model/turn-figures.ts';
import { id, utcTime } from '../../platform/fields.ts';
import type { StoredCall } from './call.ts';
import { withTextStatus } from './text-messages.ts';

const segment = () => z.object({ name: z.enum(MOMENTS), ms: z.int() });

export const callTurn = z.lazy(() =>
  z.object({
    number: z.int(),
    type: z.enum(['message', 'action']),
    timestamp: utcTime(),
    agent_version: z.optional(z.int()),
    sender: z.optional(z.enum(['agent', 'human'])),
    text: z.optional(z.nullable(z.string())),
    interrupted: z.optional(z.boolean()),
    never_final: z.optional(z.literal(true)),
    action: z.optional(
      z.object({
        action_id: z.nullable(id),
        type: actionType,
        input: z.nullable(z.record(z.string(), z.unknown())),
        output: z.nullable(z.record(z.string(), z.unknown())),
        duration_ms: z.int(),
        outcome: z.enum(['done', 'failed']),
      }),
    ),
    latency: z.optional(
      z.object({ silence_ms: z.optional(z.int()), total_ms: z.int(), segments: z.array(segment()) }),
    ),
    model: z.optional(
      z.object({
        name: z.nullable(z.string()),
        tokens: z.object({
          input: z.int(),
          output: z.int(),
          cached: z.nullable(z.int()),
          wasted: z.int(),
        }),
        tokens_are_estimated: z.boolean(),
      }),
    ),
    failed_requests: z.optional(z.int()),
    knowledge: z.optional(
      z.object({
        passages: z.int(),
        vector_database: z.optional(id),
        sources: z.optional(z.array(z.string())),
      }),
    ),
    removed: z.optional(removedParts()),
    step: z.optional(z.string()),
    exit: z.optional(stepExit),
    agent_id: z.optional(id),
  }),
);
export type CallTurn = z.infer<typeof callTurn>;

/** A turn of a conversation that is still open, as the API shows it. */
export function turnView(turn: Turn): CallTurn {
  const { number, timestamp, hipaa_compliant: isPrivate } = turn;
  const figures = turn.figures && (isPrivate ? withoutSources(turn.figures) : turn.figures);
  if (isSpoken(turn)) {
    const { sender, text, never_final } = turn;
    const message = { number, timestamp, sender, text: isPrivate ? null : text };
    return messageView(message, { ...placeOf(turn), number, figures, never_final });
  }
  const { action_id, type, input, output } = turn.action;
  const words = isPrivate ? { input: null, output: null } : { input, output };
  return actionView({ number, timestamp, action: { action_id, type, ...words } }, { ...turn, figures });
}

/** The turns of a finished call, in order, without those that did not fit into the call. */
export function turnsOfCall(call: StoredCall): CallTurn[] {
  const { messages = [], turns = [] } = call;
  const actions = withTextStatus(call);
  const turnByNumber = new Map(turns.map((one) => [one.number, one]));
  const ofNumber = (number: number): KeptTurn => turnByNumber.get(number) ?? { number };
  if (call.hipaa_compliant) return turns.flatMap(privateView);
  const messageTurns = messages.map(({ sender, text, timestamp }, index) => {
    const number = index + 1 + actions.filter((action) => action.after_messages <= index).length;
    return messageView({ number, timestamp, sender, text }, ofNumber(number));
  });
  const actionTurns = actions.map(({ after_messages, timestamp, ...action }, index) => {
    const number = after_messages + index + 1;
    return actionView({ number, timestamp, action }, ofNumber(number));
  });
  return [...messageTurns, ...actionTurns].sort((one, other) => one.number - other.number);
}

function privateView(turn: KeptTurn): CallTurn[] {
  const { number, private: kind } = turn;
  if (!kind) return [];
  const { sender, action: type, action_id = null, timestamp } = kind;
  if (sender) return [messageView({ number, timestamp, sender, text: null }, turn)];
  if (!type) return [];
  return [actionView({ number, timestamp, action: { action_id, type, input: null, output: null } }, turn)];
}

type Message = Pick<CallTurn, 'number' | 'timestamp' | 'text'> & { readonly sender: 'agent' | 'human' };

/** The step of a turn, how it was left, and the agent that had the call. */
const placeOf = ({ step, exit, agent_id }: Pick<KeptTurn, 'step' | 'exit' | 'agent_id'>) => ({
  ...(step !== undefined && { step }),
  ...(exit && { exit }),
  ...(agent_id !== undefined && { agent_id }),
});

function messageView({ sender, ...message }: Message, turn: KeptTurn): CallTurn {
  const { figures, never_final } = turn;
  return {
    ...message,
    type: 'message',
    sender,
    ...(sender === 'agent' && { interrupted: figures?.interrupted ?? false }),
    ...(never_final && { never_final }),
    ...(figures && figuresView(figures)),
    ...placeOf(turn),
  };
}

type Action = Pick<CallTurn, 'number' | 'timestamp'> & {
  readonly action: Omit<NonNullable<CallTurn['action']>, 'duration_ms' | 'outcome'>;
};

function actionView({ action, ...turn }: Action, kept: Omit<KeptTurn, 'number'>): CallTurn {
  const { figures, took_ms, failed } = kept;
  const outcome = failed ? ('failed' as const) : ('done' as const);
  return {
    ...turn,
    type: 'action',
    action: { ...action, duration_ms: took_ms ?? 0, outcome },
    ...(figures && figuresView(figures)),
    ...placeOf(kept),
  };
}

function figuresView(
  figures: TurnFigures,
): Pick<CallTurn, 'latency' | 'model' | 'failed_requests' | 'knowledge' | 'removed'> {
  const { model: name = null, tokens, estimated = false, failures } = figures;
  const { passages, database, sources, removed } = figures;
  const [input = 0, output = 0, reported = 0, wasted = 0] = tokens ?? [];
  // Cached tokens are not estimated: only the vendor knows its cache.
  const cached = estimated ? reported || null : reported;
  const silence_ms = silenceOf(figures);
  const segments = segmentsOf(figures);
  return {
    ...(segments.length > 0 && {
      latency: { ...(silence_ms !== undefined && { silence_ms }), total_ms: totalOf(figures), segments },
    }),
    ...(tokens && {
      model: { name, tokens: { input, output, cached, wasted }, tokens_are_estimated: estimated },
    }),
    ...(failures !== undefined && { failed_requests: failures }),
    ...(passages !== undefined && {
      knowledge: {
        passages,
        ...(database !== undefined && { vector_database: database }),
        ...(sources && { sources }),
      },
    }),
    ...(removed && { removed }),
  };
}
