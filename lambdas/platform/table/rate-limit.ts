import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { atMost, fieldUpdate } from './field-update.ts';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';
import { writeIf } from './write-if.ts';

export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

export interface Use {
  readonly limit: RateLimit;
  readonly now: Date;
  /** Tokens. @default one */
  readonly amount?: number;
  readonly signal?: AbortSignal;
}

/** Seconds for which a bucket is kept after its window: longer than clocks of two containers may differ. */
const KEPT_SECONDS = 300;

/** Consumes tokens of the current window, all or none. Returns 0, or the milliseconds until there are tokens again. */
export async function consumeToken(
  table: Table,
  key: Key,
  { limit, now, amount = 1, signal }: Use,
): Promise<number> {
  const window = windowOf(limit, now);
  const written = await writeIf(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: bucketKey(key, window),
        ...fieldUpdate({
          add: { taken: amount },
          set: { expires_at: Math.ceil(window.endMs / 1000) + KEPT_SECONDS },
          ...atMost('taken', limit.burst, amount),
        }),
      }),
      { ...(signal && { abortSignal: signal }) },
    ),
  );
  // The caller decides what to do if the table is too busy to count.
  if (written.outcome === 'busy') throw written.error;
  return written.outcome === 'done' ? 0 : window.endMs - now.getTime();
}

/** Returns a token that was not used, at the time of its consumption. */
export async function returnToken(table: Table, key: Key, { limit, now }: Use): Promise<void> {
  const update = fieldUpdate({ add: { taken: -1 }, condition: 'taken > :none', values: { ':none': 0 } });
  const Key = bucketKey(key, windowOf(limit, now));
  await writeIf(table.client.send(new UpdateCommand({ TableName: table.name, Key, ...update })));
}

interface Window {
  readonly number: number;
  readonly endMs: number;
}

function windowOf({ perSecond, burst }: RateLimit, now: Date): Window {
  const lengthMs = (burst / perSecond) * 1000;
  const number = Math.floor(now.getTime() / lengthMs);
  return { number, endMs: Math.ceil((number + 1) * lengthMs) };
}

const bucketKey = ({ pk, sk }: Key, { number }: Window): Key => ({ pk, sk: `${sk}#${number}` });
