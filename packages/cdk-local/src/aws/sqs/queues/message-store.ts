import { mkdirSync } from 'node:fs';
import { Level } from 'level';
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

/** Opens the store. Rejects with a one-line error if the folder cannot be used. */
export async function openMessageStore(directory: string): Promise<MessageStore> {
  const database = await openDatabase(directory);
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

async function openDatabase(directory: string): Promise<Level<string, unknown>> {
  try {
    mkdirSync(directory, { recursive: true });
    const database = new Level<string, unknown>(directory, { valueEncoding: 'json' });
    await database.open();
    return database;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The queues cannot be kept in ${directory}: ${reason}`, { cause: error });
  }
}
