import * as z from 'zod/mini';
import { currentStep, nameCall } from '../platform/log/current-step.ts';
import { type MessageHandling, messageConsumer } from '../platform/queue.ts';
import { type CallEvent, callEvent, type Event } from './model/events.ts';

type EventHandling<E> = Omit<MessageHandling<E>, 'read' | 'step'>;

/** A Lambda handler of a queue's events of calls; each succeeds or fails on its own. */
export const eventConsumer = (handling: EventHandling<CallEvent>) => consumerOf(callEvent, handling);

export const consumerOf = <E extends Event>(
  schema: z.ZodMiniType<E>,
  { handle, ...handling }: EventHandling<E>,
) =>
  messageConsumer({
    ...handling,
    step: 'process',
    // An event in a message of EventBridge.
    read: (json) => z.object({ detail: schema }).parse(json).detail,
    handle: (event, attempt) => {
      const { type, user_id: userId, call_id: callId } = event;
      nameCall({ userId, callId });
      const step = currentStep();
      if (step) step.name = `process ${type}`;
      return handle(event, attempt);
    },
  });
