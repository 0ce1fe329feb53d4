import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { newNumberSettings, numberKind } from '../lambdas/numbers/model/number.ts';
import { inboundAgentOf } from '../lambdas/numbers/requests/inbound-agent.ts';
import { addNumber, findPhone } from '../lambdas/numbers/store/numbers.ts';
import { newId } from '../lambdas/platform/ids.ts';
import { type Table, tableOf } from '../lambdas/platform/table/table.ts';
import { listRecords } from '../lambdas/records/store/lists/pages.ts';
import { FoundRecords } from '../lambdas/records/store/records.ts';
import { findToken, insertToken } from '../lambdas/tokens/store/tokens.ts';

interface LocalUser {
  readonly id: string;
  /** Their initial number, in E.164. */
  readonly phoneNumber: string;
}

/** The two users of the local service, who demonstrate that their records are isolated. */
export const USERS = [
  { id: '0199aaaa-0000-7000-8000-000000000001', phoneNumber: '+15550002222' },
  { id: '0199aaaa-0000-7000-8000-000000000002', phoneNumber: '+15550003333' },
] as const satisfies readonly LocalUser[];

/** A number on the platform's account. */
export interface HeldNumber {
  readonly id: string;
  readonly userId: string;
  readonly number: string;
}

/** How to access the local service's table. */
interface LocalTable {
  readonly name: string;
  readonly endpoint: string;
  readonly region: string;
  /** The secret access key of its operator. */
  readonly operatorKey: string;
}

/** Gives each user a token (the previous one if still valid) and a number. */
export async function seed(
  { name, endpoint, region, operatorKey }: LocalTable,
  known: readonly (string | undefined)[],
): Promise<{ readonly tokens: readonly string[]; readonly heldNumbers: readonly HeldNumber[] }> {
  const credentials = { accessKeyId: 'operator', secretAccessKey: operatorKey };
  const client = new DynamoDBClient({ endpoint, region, credentials });
  const table = tableOf(client, name);
  const seeded = await Promise.all(
    USERS.map(async (user, index) => {
      await seedNumber(table, user);
      return { token: await tokenFor(table, user, known[index]), held: await heldNumbers(table, user) };
    }),
  );
  client.destroy();
  return { tokens: seeded.map(({ token }) => token), heldNumbers: seeded.flatMap(({ held }) => held) };
}

async function tokenFor(table: Table, { id }: LocalUser, known: string | undefined): Promise<string> {
  const now = new Date();
  if (known !== undefined && (await findToken(table, known, now))?.user_id === id) return known;
  return insertToken(table, { id: newId(), user_id: id, created_at: now.toISOString() });
}

/** Stores the number with the default agent, unless it exists. A cancelled number stays cancelled. */
async function seedNumber(table: Table, { id: user_id, phoneNumber }: LocalUser): Promise<void> {
  if (await findPhone(table, user_id, phoneNumber)) return;
  const making = { userId: user_id, references: new FoundRecords([]), newId, randomBytes };
  const agent = inboundAgentOf('default', making);
  const number = {
    ...newNumberSettings.parse({}),
    id: newId(),
    user_id,
    number: phoneNumber,
    active: true,
    inbound_agent: agent.id,
    telephony_provider: 'telephony_vendor_a' as const,
    telephony_account_connection: null,
    vendor_sid: `PN${'0'.repeat(21)}${phoneNumber.slice(1)}`,
    linked: false,
  };
  await addNumber(table, number, { records: agent.records });
}

/** Up to a hundred numbers on the platform's account, for the simulated carrier, which forgets them between runs. */
async function heldNumbers(table: Table, { id: userId }: LocalUser): Promise<HeldNumber[]> {
  const request = { page: 1, size: 100, descending: true, maxBytes: 10_000_000 };
  const { items } = await listRecords(table, { userId, kind: numberKind }, request);
  return items
    .filter(({ active, telephony_account_connection: own }) => active === true && own === null)
    .map(({ id, number }) => ({ id: String(id), userId, number: String(number) }));
}
