import { OPEN_SECONDS } from '../../domain/rehearsals/rehearsal.ts';
import { REHEARSAL_TURNS_AT_ONCE, REHEARSALS_PER_HOUR } from '../../runtime/variables/settings.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { rehearsalsKey, rehearsalTurnsKey } from '../../store/table/keys.ts';
import type { Table } from '../../store/table/table.ts';
import { endLease, takeLease } from '../../store/webhooks/leases.ts';
import { ApiError } from '../errors.ts';

/** Seconds after which a turn that broke off no longer counts: longer than its function may run. */
const TURN_SECONDS = 35;

/** Seconds until the next try. */
const RETRY_REHEARSAL_SECONDS = 60;
const RETRY_TURN_SECONDS = 3;

interface Request {
  readonly userId: string;
  readonly requestId: string;
  readonly now: Date;
}

/** Counts a new rehearsal; throws if the user began the maximum in the last hour. */
export async function countRehearsal(table: Table, { userId, requestId, now }: Request): Promise<void> {
  const max = readVariable(REHEARSALS_PER_HOUR);
  const lease = { key: rehearsalsKey(userId), holder: requestId, max, seconds: OPEN_SECONDS, now };
  if (await takeLease(table, lease)) return;
  throw tooMany(`You may begin ${max} rehearsals an hour.`, RETRY_REHEARSAL_SECONDS);
}

/** Runs a turn, counted among those that the user has under way; throws if that is the maximum. */
export async function countedTurn<T>(
  table: Table,
  { userId, requestId, now }: Request,
  run: () => Promise<T>,
): Promise<T> {
  const max = readVariable(REHEARSAL_TURNS_AT_ONCE);
  const lease = { key: rehearsalTurnsKey(userId), holder: requestId, max, seconds: TURN_SECONDS, now };
  const taken = await takeLease(table, lease);
  if (!taken) throw tooMany(`You may have ${max} turns of rehearsals under way at once.`, RETRY_TURN_SECONDS);
  try {
    return await run();
  } finally {
    await endLease(table, taken);
  }
}

const tooMany = (msg: string, retryAfterSeconds: number) =>
  new ApiError(
    'too_many',
    [{ loc: [], msg: `${msg} Try again in ${retryAfterSeconds} seconds.`, type: 'too_many_rehearsals' }],
    { retryAfterSeconds },
  );
