import * as z from 'zod/mini';
import { currentStep, nameCall } from '../platform/log/current-step.ts';
import { type MessageHandling, messageConsumer } from '../platform/queue.ts';
import { type Event, event } from './model/events.ts';

/** An event in a message of EventBridge. */
const envelope = z.object({ detail: event });

export type EventHandling = Omit<MessageHandling<Event>, 'read' | 'step'>;

/** A Lambda handler of a queue's events; each succeeds or fails on its own. */
export const eventConsumer = ({ handle, ...handling }: EventHandling) =>
  messageConsumer({
    ...handling,
    step: 'process',
    read: (json) => envelope.parse(json).detail,
    handle: (event, attempt) => {
      const { type, user_id: userId, call_id: callId } = event;
      nameCall({ userId, callId });
      const step = currentStep();
      if (step) step.name = `process ${type}`;
      return handle(event, attempt);
    },
  });
