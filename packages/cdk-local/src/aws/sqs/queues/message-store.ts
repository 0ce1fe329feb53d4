import { openLevel } from '../../../dynamodb/store/database.ts';
import { type Message, messageSchema } from './message.ts';

export interface MessageStore {
  write(changes: readonly MessageChange[]): Promise<void>;
  load(queueName: string): Promise<[key: string, message: Message][]>;
  nextKey(queueName: string): string;
  close(): Promise<void>;
}

/** Stores the message under the key, or removes it if undefined. */
export interface MessageChange {
  readonly key: string;
  readonly message: Message | undefined;
}

/** Opens the store. Rejects with a StartError if the folder cannot be used. */
export async function openMessageStore(directory: string): Promise<MessageStore> {
  const database = await openLevel(directory);
  let sequence = Date.now() * 1000;
  return {
    write: (changes) =>
      database.batch(
        changes.map(({ key, message }) =>
          message ? { type: 'put', key, value: message } : { type: 'del', key },
        ),
      ),
    load: async (queueName) => {
      const stored = await database.iterator({ gt: `${queueName}!`, lt: `${queueName}"` }).all();
      return stored.map(([key, value]) => [key, messageSchema.parse(value)]);
    },
    nextKey: (queueName) => {
      sequence += 1;
      return `${queueName}!${sequence.toString().padStart(20, '0')}`;
    },
    close: () => database.close(),
  };
}
