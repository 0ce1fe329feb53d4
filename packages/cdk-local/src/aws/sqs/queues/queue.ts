import type { Faults, MessageFault } from '../../../faults/faults.ts';
import { createMessage, type Message, type NewMessage } from './message.ts';
import type { MessageChange, MessageStore } from './message-store.ts';
import type { QueueSettings } from './queue-settings.ts';
import { createVisibility } from './visibility.ts';

export interface ReceivedMessage extends Message {
  readonly receiptHandle: string;
}

/** A standard SQS queue whose messages survive the process. */
export interface Queue {
  readonly settings: QueueSettings;
  /** Resolves when the messages are durable. */
  send(messages: readonly NewMessage[]): Promise<Message[]>;
  /** Up to `limit` visible messages, at once. Messages received too often move to the dead-letter queue instead. */
  receive(limit: number): Promise<ReceivedMessage[]>;
  /** Resolves when it can deliver a visible message, or the signal aborts. */
  waitForMessages(signal: AbortSignal): Promise<void>;
  /** Deleting a message twice is fine. */
  delete(receiptHandles: readonly string[]): Promise<void>;
  /** Returns false if the message is not in flight. */
  changeVisibility(receiptHandle: string, visibilityMs: number): Promise<boolean>;
  close(): void;
}

/** Returns the change that stores a message in the dead-letter queue, or undefined if it is dropped. */
export type DeadLetter = (message: Message, source: QueueSettings) => DeadLetterChange | undefined;

export interface DeadLetterChange {
  readonly change: MessageChange;
  /** Call it after the change is durable. */
  done(): void;
}

/** A queue that accepts dead letters of others. */
export interface StoredQueue extends Queue {
  accept(message: Message): DeadLetterChange;
}

/** Opens a queue with the messages that are stored for it. */
export async function openQueue(options: {
  readonly settings: QueueSettings;
  readonly store: MessageStore;
  readonly deadLetter: DeadLetter;
  readonly faultOf: Faults['message'];
}): Promise<StoredQueue> {
  const { settings, store, deadLetter, faultOf } = options;
  const messages = new Map(await store.load(settings.name));
  const visibility = createVisibility();
  for (const [key, { visibleAt, groupId }] of messages) visibility.add(key, visibleAt, groupId);

  const forget = async (keys: readonly string[]) => {
    for (const key of keys) {
      messages.delete(key);
      visibility.remove(key);
    }
    await store.write(keys.map((key) => ({ key, message: undefined })));
  };
  const insert = (key: string, message: Message) => {
    messages.set(key, message);
    visibility.add(key, message.visibleAt, message.groupId);
  };
  const giveUp = async (key: string, message: Message) => {
    messages.delete(key);
    visibility.remove(key);
    const buried = deadLetter(message, settings);
    await store.write([{ key, message: undefined }, ...(buried ? [buried.change] : [])]);
    buried?.done();
  };
  const isExpired = (message: Message, now: number) => message.sentAt + settings.retentionMs <= now;

  return {
    settings,
    accept: (message) => {
      const change = { key: store.nextKey(settings.name), message };
      return { change, done: () => insert(change.key, message) };
    },
    send: async (sent) => {
      const created = sent.map((message) => createMessage(message));
      const copies = created
        .flatMap((message) => copiesUnder(faultOf(settings.name), message))
        .map((message) => ({ key: store.nextKey(settings.name), message }));
      await store.write(copies);
      for (const { key, message } of copies) insert(key, message);
      return created;
    },
    receive: async (limit) => {
      const taken: MessageChange[] = [];
      const received: ReceivedMessage[] = [];
      const now = Date.now();
      while (received.length < limit) {
        const key = visibility.next();
        const message = messages.get(key ?? '');
        if (key === undefined || !message) break;
        if (isExpired(message, now)) {
          await forget([key]);
        } else if (settings.redrive && message.receiveCount >= settings.redrive.maxReceiveCount) {
          await giveUp(key, message);
        } else {
          const next = { firstReceivedAt: now, ...message, receiveCount: message.receiveCount + 1 };
          messages.set(key, next);
          visibility.hide(key, now + settings.visibilityMs);
          taken.push({ key, message: next });
          received.push({ ...next, receiptHandle: handleOf(key, next.receiveCount) });
        }
      }
      if (taken.length > 0) await store.write(taken.filter(({ key }) => messages.has(key)));
      return received;
    },
    waitForMessages: (signal) => visibility.waitForVisible(signal),
    delete: (receiptHandles) => forget(receiptHandles.map(keyOf)),
    changeVisibility: async (receiptHandle, visibilityMs) => {
      const key = keyOf(receiptHandle);
      const message = messages.get(key);
      if (!message || !visibility.isInFlight(key)) return false;
      const changed = { ...message, visibleAt: Date.now() + visibilityMs };
      messages.set(key, changed);
      visibility.hide(key, changed.visibleAt);
      await store.write([{ key, message: changed }]);
      return true;
    },
    close: () => visibility.close(),
  };
}

/** A message as a standard queue may deliver it: later than others that were sent after it, or twice. */
function copiesUnder(fault: MessageFault | undefined, message: Message): Message[] {
  if (!fault) return [message];
  const late = { ...message, visibleAt: message.visibleAt + fault.delayMs };
  return fault.kind === 'late' ? [late] : [message, late];
}

function handleOf(key: string, receiveCount: number): string {
  return Buffer.from(`${key} ${receiveCount}`).toString('base64');
}

function keyOf(receiptHandle: string): string {
  return Buffer.from(receiptHandle, 'base64').toString().split(' ')[0] ?? '';
}
