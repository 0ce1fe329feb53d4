import { askActionService } from '../../actions/ask-action-service.ts';
import {
  BROKEN_OFF,
  MAX_ANSWER_BYTES,
  serviceAnswerOf,
  TOO_LATE,
  UNREACHABLE,
} from '../../actions/ask-external-service.ts';
import { type AskService, type ServiceAnswer, TIMEOUT_MS } from '../../actions/model/external-service.ts';
import type { Unmocked } from '../model/agent-test.ts';
import type { MockAnswer, Mocks } from '../model/mocks.ts';
import type { TestClock } from './clock.ts';

interface Services {
  readonly mocks: Mocks;
  readonly clock: TestClock;
  readonly unmocked: Unmocked;
  /** Whether a real service may be called once more. */
  mayAskService(): boolean;
  /** The model's name of an action's tool. */
  toolOf(actionId: string): string;
  /** A call that nothing answers. */
  unanswered(tool: string, args: unknown): void;
}

/** Asks mocks instead of services. The limits on a service's time and size apply to them. */
export const askMocks =
  ({ mocks, clock, unmocked, mayAskService, toolOf, unanswered }: Services): AskService =>
  async (action, request) => {
    const tool = toolOf(action.id);
    const answer = mocks.answer(tool, request.payload);
    if (answer) return mocked(answer, clock, request.deadline);
    if (unmocked === 'unavailable') return serviceAnswerOf({ status: 503, body: '' });
    if (unmocked === 'real' && mayAskService()) return clock.real(() => askActionService(action, request));
    unanswered(tool, request.payload);
    return UNREACHABLE;
  };

async function mocked(
  { returns, error, agent_message, latency_ms = 0 }: MockAnswer,
  clock: TestClock,
  deadline?: AbortSignal,
): Promise<ServiceAnswer> {
  const isLate = error === 'timeout' || latency_ms >= TIMEOUT_MS;
  try {
    await clock.wait(isLate ? TIMEOUT_MS : latency_ms, deadline);
  } catch {
    return TOO_LATE;
  }
  if (isLate) return TOO_LATE;
  if (error !== undefined) return serviceAnswerOf({ status: error, body: '' });
  const body = JSON.stringify({ result: returns, agent_message });
  return Buffer.byteLength(body) > MAX_ANSWER_BYTES ? BROKEN_OFF : serviceAnswerOf({ status: 200, body });
}
