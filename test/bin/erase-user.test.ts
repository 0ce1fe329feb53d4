import { DeleteCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { eraseUser } from '../../bin/erase/erase-user.ts';
import * as accountConnectionsKeys from '../../lambdas/account-connections/store/keys.ts';
import * as actionsKeys from '../../lambdas/actions/store/keys.ts';
import * as agentTestsKeys from '../../lambdas/agent-tests/store/keys.ts';
import { agentKind } from '../../lambdas/agents/model/agent.ts';
import * as agentsKeys from '../../lambdas/agents/store/keys.ts';
import * as auditKeys from '../../lambdas/audit/store/keys.ts';
import * as callsKeys from '../../lambdas/calls/store/keys.ts';
import * as consentsKeys from '../../lambdas/consents/store/keys.ts';
import * as conversationKeys from '../../lambdas/conversation/store/keys.ts';
import * as doNotCallKeys from '../../lambdas/do-not-call/store/keys.ts';
import { KINDS } from '../../lambdas/kinds.ts';
import * as numbersKeys from '../../lambdas/numbers/store/keys.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import * as platformKeys from '../../lambdas/platform/table/keys.ts';
import * as recordsKeys from '../../lambdas/records/keys.ts';
import * as rehearsalsKeys from '../../lambdas/rehearsals/store/keys.ts';
import * as tokensKeys from '../../lambdas/tokens/store/keys.ts';
import { insertToken, TokenEnded } from '../../lambdas/tokens/store/tokens.ts';
import * as usageKeys from '../../lambdas/usage/store/keys.ts';
import * as webhooksKeys from '../../lambdas/webhooks/store/keys.ts';
import { tableOfFile } from '../support/table/table.ts';

const keys = {
  ...platformKeys,
  ...accountConnectionsKeys,
  ...actionsKeys,
  ...agentTestsKeys,
  ...agentsKeys,
  ...auditKeys,
  ...callsKeys,
  ...consentsKeys,
  ...conversationKeys,
  ...doNotCallKeys,
  ...numbersKeys,
  ...recordsKeys,
  ...rehearsalsKeys,
  ...tokensKeys,
  ...usageKeys,
  ...webhooksKeys,
};

/** Ids of a user's records. */
interface Person {
  readonly userId: string;
  readonly id: string;
  readonly call: string;
  readonly connection: string;
  readonly socket: string;
  readonly phone: string;
}
type Item = platformKeys.Key & Readonly<Record<string, unknown>>;

const RECORD_KINDS = [
  ...KINDS.map(({ name }) => name),
  ...['call', 'delivery', 'delivery_request', 'do_not_call', 'purchase', 'token'],
];

const idOf = (kind: string, { id, call, connection }: Person) =>
  kind === 'call' ? call : kind === 'account_connection' ? connection : id;

/** Items of a user, by the function of `keys.ts` that makes their keys, with their further attributes in the table. */
const ITEMS: Readonly<Record<string, (of: Person) => readonly Item[]>> = {
  recordKey: (of) =>
    RECORD_KINDS.map((kind) => ({
      ...keys.recordKey(of.userId, kind, idOf(kind, of)),
      ...(kind === 'token' && { hash: `hash-of-${of.id}` }),
      ...(kind === 'call' && { recording_sid: 'RE1', connection_id: of.socket }),
    })),
  tokenKey: ({ userId, id }) => [{ ...keys.tokenKey(`hash-of-${id}`), user_id: userId }],
  phoneKey: ({ userId, phone }) => [keys.phoneKey(userId, phone)],
  snapshotKey: ({ userId, call }) => [keys.snapshotKey(userId, call)],
  snapshotUseKey: ({ userId, call }) => [keys.snapshotUseKey(userId, call)],
  dialsKey: ({ userId, phone }) => [keys.dialsKey(userId, phone)],
  consentKey: ({ userId, phone, id }) => [keys.consentKey(userId, phone, id)],
  doNotCallKey: ({ userId, phone }) => [keys.doNotCallKey(userId, phone)],
  doNotCallPastKey: ({ userId, phone, id }) => [keys.doNotCallPastKey(userId, phone, id)],
  holderKey: ({ userId, phone }) => [{ ...keys.holderKey(phone), user_id: userId }],
  vendorCallKey: ({ userId }) => [keys.vendorCallKey(userId, 'CA1')],
  openCallsKey: ({ userId }) => [keys.openCallsKey(userId)],
  countsKey: ({ userId }) => [keys.countsKey(userId)],
  dayUseKey: ({ userId }) => [keys.dayUseKey(userId, '2026-11-22')],
  circuitBreakerKey: ({ userId, id }) => [keys.circuitBreakerKey(userId, id)],
  replayLeasesKey: ({ userId }) => [keys.replayLeasesKey(userId)],
  rateLimitKey: ({ userId }) => [keys.rateLimitKey(userId, 'requests'), keys.rateLimitKey(userId, 'tests')],
  accountDialRateKey: ({ connection }) => [keys.accountDialRateKey(connection)],
  idempotencyKey: ({ userId }) => [keys.idempotencyKey({ userId, key: 'key' })],
  sessionKey: ({ socket, userId, id }) => [
    { ...keys.sessionKey(socket), user_id: userId },
    { ...keys.sessionKey(keys.rehearsalConnection(userId, id)), user_id: userId },
  ],
  rehearsalNoteKey: ({ userId, id }) => [
    keys.rehearsalNoteKey(keys.rehearsalConnection(userId, id), 1),
    // One whose session an erasure deleted before it broke off.
    keys.rehearsalNoteKey(keys.rehearsalConnection(userId, `${id}-without-session`), 1),
  ],
  rehearsalsKey: ({ userId }) => [keys.rehearsalsKey(userId)],
  actionTestsKey: ({ userId }) => [keys.actionTestsKey(userId)],
  rehearsalTurnsKey: ({ userId }) => [keys.rehearsalTurnsKey(userId)],
  testRunKey: ({ userId, id }) => [keys.testRunKey(userId, id)],
  judgesAnswerKey: ({ userId, id }) => [keys.judgesAnswerKey(userId, id)],
  caseSlotsKey: ({ userId }) => [keys.caseSlotsKey(userId)],
  testCaseKey: ({ userId, id }) => [keys.testCaseKey({ userId, runId: id, number: 1 })],
  testInputKey: ({ userId, id }) => [keys.testInputKey({ userId, runId: id, number: 1 })],
  testResultKey: ({ userId, id }) => [keys.testResultKey({ userId, runId: id, number: 1 })],
  testMarkKey: ({ userId, id }) => [keys.testMarkKey({ userId, agentId: id }, 1, id)],
  formerAuthTokenKey: ({ userId, connection }) => [keys.formerAuthTokenKey(userId, connection)],
  handshakeKey: ({ socket }) => [keys.handshakeKey(socket)],
  turnKey: ({ socket, userId }) => [
    { ...keys.turnKey(socket, 1), user_id: userId },
    // Belongs to a conversation that the call no longer names.
    { ...keys.turnKey(`former-${socket}`, 1), user_id: userId },
  ],
  takeoverKey: ({ socket, userId }) => [{ ...keys.takeoverKey(`later-${socket}`), user_id: userId }],
  speculationKey: ({ socket }) =>
    [socket, `former-${socket}`, `later-${socket}`].map((connection) => keys.speculationKey(connection)),
  historyKey: ({ socket }) => [keys.historyKey(socket, 0), keys.historyKey(`former-${socket}`, 0)],
  callOrderKey: ({ userId, call, socket }) => [
    { ...keys.callOrderKey(userId, call), recording_sid: 'RE1', connection_id: socket },
  ],
  listCountKey: ({ userId }) => [keys.listCountKey({ userId, kind: agentKind })],
  listItemKey: ({ userId, id }) =>
    [keys.listItemKey({ userId, kind: agentKind }, id)].flatMap((key) => key ?? []),
  auditKey: ({ userId, id }) => [keys.auditKey(userId, id)],
  recordAuditKey: ({ userId, id }) => [keys.recordAuditKey(userId, id, id)],
  deletionNoteKey: ({ userId, id }) => [keys.deletionNoteKey(keys.recordKey(userId, 'agent', id), id)],
};

/** Items that belong to no user. */
const SHARED: readonly Item[] = [
  keys.accountDialRateKey(null),
  keys.platformNumberSearchesKey,
  keys.waitsForSetupKey,
  keys.reportsWaitForSetupKey,
];
const OF_NOBODY = ['erasureKey', 'platformNumberSearchesKey', 'waitsForSetupKey', 'reportsWaitForSetupKey'];

const personOf = (phone: string): Person => ({
  userId: newId(),
  id: newId(),
  call: newId(),
  connection: newId(),
  socket: newId(),
  phone,
});
const itemsOf = (person: Person) => Object.values(ITEMS).flatMap((make) => make(person));
const text = ({ pk, sk }: platformKeys.Key) => `${pk} ${sk}`;
const textsOf = (items: readonly platformKeys.Key[]) => [...new Set(items.map(text))].sort();

const table = await tableOfFile();
let person: Person;
let other: Person;
/** Versions of the user's recordings. */
let recordings: string[];

beforeEach(async () => {
  recordings = ['second', 'first'];
  await clear();
  [person, other] = [personOf('+15550000001'), personOf('+15550000002')];
  await put([...SHARED, ...itemsOf(person), ...itemsOf(other)]);
});

async function put(items: readonly Item[]): Promise<void> {
  for (const Item of items) await table.client.send(new PutCommand({ TableName: table.name, Item }));
}

/** All items but the blocks on users. */
async function stored(): Promise<platformKeys.Key[]> {
  const found: platformKeys.Key[] = [];
  for await (const { Items = [] } of paginateScan(table, { TableName: table.name }))
    found.push(...(Items as platformKeys.Key[]));
  return found.filter(({ pk }) => !pk.startsWith('ERASURE#'));
}

async function clear(): Promise<void> {
  for (const { pk, sk } of await stored())
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
}

const erase = (options: Partial<Parameters<typeof eraseUser>[0]> = {}) =>
  eraseUser({
    table,
    userId: person.userId,
    dryRun: false,
    deleteRecordings: async () => recordings.splice(0).length,
    report: () => {},
    waitMs: 1,
    ...options,
  });

describe('the erasure of a user', () => {
  it('is tested with every kind of key', () => {
    const made = Object.keys(keys).filter((name) => name.endsWith('Key'));

    expect(Object.keys(ITEMS).concat(OF_NOBODY).sort()).toEqual(made.sort());
  });

  it('leaves nothing of the user, and everything of others', async () => {
    await erase();

    expect(textsOf(await stored())).toEqual(textsOf([...SHARED, ...itemsOf(other)]));
    expect(recordings).toEqual([]);
  });

  it('lets a user make no token meanwhile, although API Gateway lets a revoked one in for a minute', async () => {
    const draft = { user_id: person.userId, created_at: '2026-11-22T10:00:00.000Z' };
    const made: unknown[] = [];
    const attempt = async (line: string) => {
      if (!line.startsWith('Pass')) return;
      made.push(await insertToken(table, { ...draft, id: newId() }).catch((error: unknown) => error));
    };

    await erase({ report: attempt });

    expect(made).toEqual([expect.any(TokenEnded), expect.any(TokenEnded)]);
    expect(textsOf(await stored())).toEqual(textsOf([...SHARED, ...itemsOf(other)]));
  });

  it('only counts in a dry run, and counts what it would delete', async () => {
    const counted = await erase({ dryRun: true });

    expect(counted).toBe(textsOf(itemsOf(person)).length);
    expect(recordings).toHaveLength(2);
    expect(await stored()).toHaveLength(textsOf([...SHARED, ...itemsOf(person), ...itemsOf(other)]).length);
  });

  it.each([
    ['a call that is not over', 'call', { open: 'OPEN' }, '1 open calls'],
    ['a number', 'number', { active: true }, '1 numbers'],
    ['a number that is not given back', 'number', { active: false, open: 'OPEN#3' }, '1 open calls'],
    ['a purchase that is not over', 'purchase', { open: 'OPEN' }, '1 open calls'],
  ] as const)('is refused while there is %s', async (_, kind, attributes, says) => {
    await put([
      {
        ...keys.recordKey(person.userId, kind, newId()),
        ...attributes,
        reconcile_at: '2026-11-22T10:00:00.000Z',
      },
    ]);
    const before = await stored();

    await expect(erase()).rejects.toThrow(`Nothing was deleted: the user has`);
    await expect(erase()).rejects.toThrow(says);
    expect(await stored()).toHaveLength(before.length);
  });

  it('deletes items that appear meanwhile', async () => {
    const late = keys.auditKey(person.userId, newId());
    const deleted = await erase({
      report: async (line) => {
        if (line.startsWith('Pass 1')) await put([late]);
      },
    });

    // Two versions of recordings, and the late one.
    expect(deleted).toBe(textsOf(itemsOf(person)).length + 2 + 1);
    expect(textsOf(await stored())).not.toContain(text(late));
  });
});
