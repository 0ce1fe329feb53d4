import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { logger } from '../../platform/logger.ts';
import { updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { writeIf } from '../../platform/table/write-if.ts';
import type { Token } from '../model/token.ts';

/** Minimum time between two stored uses of a token. */
const NOTE_EVERY_MS = 5 * 60_000;

/** Maximum milliseconds by which storing a use may delay a request. */
const NOTE_MS = 1_000;

/** Maximum tokens whose last stored use a container remembers. */
const MAX_REMEMBERED = 10_000;

/** The time of the last stored use (ms since 1970), by token id. */
const notedAt = new Map<string, number>();

type UsedToken = Pick<Token, 'user_id' | 'id'>;

/** Stores the use of a token, unless this container did so a short time ago. Never throws. */
export async function recordTokenUse(table: Table, token: UsedToken, now: Date): Promise<void> {
  if ((notedAt.get(token.id) ?? 0) > now.getTime() - NOTE_EVERY_MS) return;
  if (notedAt.size >= MAX_REMEMBERED) notedAt.clear();
  notedAt.set(token.id, now.getTime());
  await storeUse(table, token, now).catch((error: unknown) => {
    logger.warn('The use of a token could not be stored.', { error });
  });
}

/** Stores the use of a token, unless one was stored a short time ago. Tries once. */
export async function storeUse(table: Table, { user_id, id }: UsedToken, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTE_EVERY_MS);
  await writeIf(
    table.client.send(
      new UpdateCommand(
        updateOf(table, recordKey(user_id, 'token', id), {
          set: { last_used_at: now.toISOString() },
          condition:
            'attribute_exists(pk) AND (attribute_not_exists(last_used_at) OR last_used_at <= :before)',
          values: { ':before': before.toISOString() },
        }).Update,
      ),
      { abortSignal: AbortSignal.timeout(NOTE_MS) },
    ),
  );
}
