import * as z from 'zod/mini';
import { id } from '../domain/fields.ts';
import type { StoredNumber } from '../domain/records/number.ts';
import { getRecord } from '../store/records/records.ts';
import type { Table } from '../store/table/table.ts';
import { type NumberCallbackKind, numberCallbackUrl } from '../telephony/number-urls.ts';
import { signedCallback } from './signed-callback.ts';

export interface NumberRequest {
  readonly table: Table;
  /** The stored number; undefined if it does not exist. */
  readonly number: StoredNumber | undefined;
  readonly form: Readonly<Record<string, string>>;
}

const path = z.object({ user_id: id, number_id: id, key: z.string() });

/** A Lambda handler for one kind of callback about a number: verifies the signature, then answers with TwiML. */
export function numberCallback(
  kind: NumberCallbackKind,
  handle: (request: NumberRequest) => Promise<string>,
) {
  return signedCallback({
    kind,
    path,
    keyed: ({ user_id, number_id }) => ({ purpose: 'number', userId: user_id, recordId: number_id }),
    find: (table, { user_id, number_id }) => getRecord(table, user_id, 'number', number_id),
    url: ({ user_id, number_id }) => numberCallbackUrl(kind, { user_id, id: number_id }),
    handle: ({ table, found, form }) => handle({ table, number: found, form }),
  });
}
