import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { accountConnectionKind } from '../account-connections/model/account-connection.ts';
import { actionKind } from '../actions/model/action.ts';
import { agentTestKind } from '../agent-tests/model/agent-test.ts';
import { agentKind } from '../agents/model/agent.ts';
import { listedCall } from '../calls/model/listed-call.ts';
import { campaignKind } from '../campaigns/model/campaign.ts';
import { consentRecord } from '../consents/model/consent.ts';
import { doNotCallEntry, doNotCallList } from '../do-not-call/model/do-not-call.ts';
import { number } from '../numbers/model/number.ts';
import { tableAccess } from '../platform/grants.ts';
import { logger } from '../platform/logger.ts';
import { type Key, kindPrefix, userPartition } from '../platform/table/keys.ts';
import { stackTable, type Table } from '../platform/table/table.ts';
import { defineWorker, workerHandler } from '../platform/worker.ts';
import { promptKind, promptTemplateKind } from '../prompts/model/prompt.ts';
import { stampIn } from '../records/model/change-stamp.ts';
import { stampOfDeletion } from '../records/store/stamps.ts';
import { token } from '../tokens/model/token.ts';
import { vectorDatabaseKind } from '../vector-databases/model/vector-database.ts';
import { voiceKind } from '../voices/model/voice.ts';
import { webhookKind } from '../webhooks/model/webhook.ts';
import { type AuditEntry, type AuditedKind, auditedKind } from './model/audit-entry.ts';
import { type Audited, type AuditedRecord, makeEntry } from './model/make-entry.ts';
import { MAX_ENTRIES, putAuditEntries } from './store/audit-entries.ts';

const CREATING = ['createCall', 'createCallBatch'];

const OF_CALLS = { Keys: { sk: { S: [{ prefix: kindPrefix('call') }] } } };

export const AUDITED: Readonly<Record<AuditedKind, Audited>> = {
  account_connection: accountConnectionKind,
  action: actionKind,
  agent: { ...agentKind, ignored: ['versions'] },
  call: { schema: listedCall, ignored: ['latency.silence_p50_ms', 'latency.silence_p95_ms'] },
  campaign: campaignKind,
  consent: { schema: consentRecord },
  do_not_call_entry: { ...doNotCallList, schema: doNotCallEntry },
  number: { schema: number },
  prompt: promptKind,
  prompt_template: promptTemplateKind,
  test: agentTestKind,
  token: { schema: token, ignored: ['last_used_at'] },
  vector_database: vectorDatabaseKind,
  voice: voiceKind,
  webhook: webhookKind,
};

const KINDS: ReadonlyMap<string, AuditedKind> = new Map(
  auditedKind.options.map((kind) => [kindPrefix(AUDITED[kind].name ?? kind), kind]),
);

/** The sort-key prefixes of audited records, except calls. */
export const AUDITED_PREFIXES: readonly string[] = [...KINDS]
  .filter(([, kind]) => kind !== 'call')
  .map(([prefix]) => prefix);

export const recordChangesWorker = defineWorker({
  stack: 'Events',
  id: 'RecordChanges',
  description: 'Records in the audit log who changed what',
  trigger: {
    by: 'stream',
    batchSize: 100,
    retries: 20,
    sortKeys: { prefixes: AUDITED_PREFIXES, whole: [] },
    // The service changes a call many times. After the creation of a call, only a later request stores another
    // operation in the stamp.
    patterns: [
      { eventName: ['INSERT'], dynamodb: { ...OF_CALLS, NewImage: stampedWith([{ exists: true }]) } },
      {
        eventName: ['MODIFY'],
        dynamodb: { ...OF_CALLS, NewImage: stampedWith([{ 'anything-but': CREATING }]) },
      },
      { eventName: ['REMOVE'], dynamodb: OF_CALLS },
    ],
    deadLetters: {
      id: 'UnrecordedChanges',
      impact: 'Changes are missing from users’ audit logs.',
      section: 'record-changes',
    },
  },
  grants: [tableAccess(['PutItem', 'Query'])],
  timeoutSeconds: 30,
  handlesCalls: false,
});

function stampedWith(S: readonly object[]) {
  return { changed_by: { M: { operation: { S } } } };
}

/** Entry ids derive from the changes, so a repeated batch stores the same entries. */
async function handle({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const table = stackTable();
  for (let start = 0; start < Records.length; start += MAX_ENTRIES) {
    const some = Records.slice(start, start + MAX_ENTRIES);
    try {
      const entries = await Promise.all(some.map((record) => entryIn(table, record)));
      await putAuditEntries(
        table,
        entries.filter((entry) => entry !== undefined),
      );
    } catch (error) {
      const sequenceNumber = some[0]?.dynamodb?.SequenceNumber ?? '';
      logger.warn('Audit entries could not be stored.', { sequenceNumber, error });
      return { batchItemFailures: [{ itemIdentifier: sequenceNumber }] };
    }
  }
  return { batchItemFailures: [] };
}

export const handler = workerHandler(recordChangesWorker, handle);

const keySchema = z.object({ pk: z.string(), sk: z.string() });

async function entryIn(
  table: Table,
  { eventID = '', dynamodb }: DynamoDBRecord,
): Promise<AuditEntry | undefined> {
  const key = keySchema.parse(itemIn(dynamodb?.Keys));
  const record = auditedRecord(key);
  if (!record) return undefined;
  const [before, after] = [itemIn(dynamodb?.OldImage), itemIn(dynamodb?.NewImage)];
  const at = new Date((dynamodb?.ApproximateCreationDateTime ?? 0) * 1000);
  const deletedBy = after ? undefined : await stampOfDeletion(table, { key, at, lastStamp: stampIn(before) });
  const change = { record, before, after, deletedBy, changeId: eventID, at };
  return makeEntry(change, AUDITED[record.kind]);
}

/** DynamoDB's JSON. Its types for stream records differ from the SDK's. */
const image = z.custom<Record<string, AttributeValue>>(
  (value) => typeof value === 'object' && value !== null,
);

const itemIn = (stored: unknown) => (stored === undefined ? undefined : unmarshall(image.parse(stored)));

function auditedRecord({ pk, sk }: Key): AuditedRecord | undefined {
  // No prefix contains another separator.
  const prefix = sk.slice(0, sk.indexOf('#') + 1);
  const kind = KINDS.get(prefix);
  if (!kind || !pk.startsWith(OWNED)) return undefined;
  return { userId: pk.slice(OWNED.length), kind, recordId: sk.slice(prefix.length) };
}

const OWNED = userPartition('');
