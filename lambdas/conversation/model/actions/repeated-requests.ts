import { createHmac } from 'node:crypto';
import type { CallAction } from '../../../actions/model/action.ts';
import { canonicalJson } from '../../../platform/parse-json.ts';
import {
  type ActionTurn,
  isOfContact,
  isSpoken,
  type SentRequest,
  type Session,
  type Turn,
} from '../session.ts';

export type Input = Readonly<Record<string, unknown>>;

/** A call of an external action's tool, with valid arguments. */
export interface ExternalCall {
  readonly action: CallAction;
  readonly input: Input;
  /** What the contact said when they agreed, as the model quotes it. */
  readonly consent?: string | undefined;
}

/** A request that is to be made, or was made: then with its result, or with when it was sent. */
export interface ExternalRequest {
  readonly key: string;
  /** The contact's turn that it is made for. */
  readonly turn: number;
  readonly result?: ActionTurn;
  readonly sentAt?: string;
}

/** The request of a tool call. The same arguments repeat a request until the contact was told the result. */
export function requestOf(call: ExternalCall, { call_id, requests = [] }: Session, turns: readonly Turn[]) {
  const keyIn = (turn: number) => keyOf(call, call_id, turn);
  const isSame = ({ key, turn }: Pick<SentRequest, 'key' | 'turn'>) => key === keyIn(turn);
  const result = turns.findLast(
    (turn): turn is ActionTurn => 'request' in turn && turn.request !== undefined && isSame(turn.request),
  );
  const sent = requests.findLast(isSame);
  if (sent && !turns.some((turn) => 'request' in turn && turn.request?.key === sent.key))
    return { key: sent.key, turn: sent.turn, sentAt: sent.at } satisfies ExternalRequest;
  const current = turns.findLast(isOfContact)?.number ?? 0;
  const fresh: ExternalRequest = { key: keyIn(current), turn: current };
  if (!result?.request) return fresh;
  const { key, turn } = result.request;
  if (!wasTold(result, turns)) return { key, turn, result } satisfies ExternalRequest;
  // A service that did it all the same can recognize it.
  return isUnknown(result.action.output) ? { key, turn } : fresh;
}

/** The signing secret keeps others from guessing the arguments, which may be secret keys, by their key. */
const keyOf = ({ action: { id, config }, input }: ExternalCall, callId: string, turn: number) =>
  createHmac('sha256', String(config.signature_secret ?? ''))
    .update(canonicalJson([callId, turn, id, input]))
    .digest('hex')
    .slice(0, 32);

/** Whether the contact heard an answer that knew the result, without interrupting it. */
function wasTold({ timestamp, request }: ActionTurn, turns: readonly Turn[]): boolean {
  return turns.some((turn) => {
    if (!isSpoken(turn) || turn.sender === 'human' || turn.figures?.interrupted) return false;
    const isSameAnswer = turn.timestamp === request?.answer.timestamp;
    return isSameAnswer ? turn.text.length > request.answer.characters : turn.timestamp > timestamp;
  });
}

/** Whether nobody knows if an action took effect. */
export const isUnknown = (output: Input): boolean => 'error' in output && output.outcome === 'unknown';

/** Whether a request with this result may be sent again: the service refused it, or does the same only once. */
export const mayRepeat = (output: Input, { idempotent }: { readonly idempotent: boolean }): boolean =>
  'error' in output && (idempotent || !isUnknown(output));
