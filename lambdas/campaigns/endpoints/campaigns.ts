import * as z from 'zod/mini';
import { agentKind } from '../../agents/model/agent.ts';
import { recordUse } from '../../audit/store/audit-entries.ts';
import { loadCall } from '../../calls/store/calls.ts';
import { FINISH_CALL, finishCall } from '../../calls/store/finish-call.ts';
import { defineEndpoint, type EndpointDependencies } from '../../http/endpoint.ts';
import { ApiError, invalidInput, notFound } from '../../http/errors.ts';
import { idQuery } from '../../http/query/query-values.ts';
import * as records from '../../http/record-endpoints.ts';
import { changesOf } from '../../platform/patch.ts';
import { deletion } from '../../platform/reference.ts';
import type { Table } from '../../platform/table/table.ts';
import { DELETE_RECORD, deleteRecord } from '../../records/store/delete-record.ts';
import { InlineRecords } from '../../records/store/inline-records.ts';
import { CREATE_RECORDS, createRecords, FoundRecords } from '../../records/store/records.ts';
import { updatePlanned } from '../../records/store/update-record.ts';
import { OPEN_CALLS_INDEX } from '../../usage/store/keys.ts';
import {
  type Campaign,
  campaign,
  campaignInput,
  campaignKind,
  campaignUpdate,
  changedCampaign,
  looseCampaignInput,
  looseCampaignUpdate,
} from '../model/campaign.ts';
import { readRow } from '../model/read-rows.ts';
import { MAX_RECIPIENTS, noRoomFor, type RefusedRecipient } from '../model/recipient.ts';
import type { CampaignKey } from '../store/keys.ts';
import {
  changeStatus,
  loadProgress,
  progressUpdate,
  reservation,
  type StatusChange,
  updateProgress,
  WrongStatus,
  wakeAt,
} from '../store/progress.ts';
import { addRecipients, loadDue } from '../store/recipients.ts';

/** Adds the recipients of a request, of which some are counted already. Returns those that were refused. */
async function addGiven(
  key: CampaignKey,
  given: readonly unknown[] | undefined,
  reserved: number,
  { table, now, newId }: EndpointDependencies,
): Promise<{ refused?: RefusedRecipient[] }> {
  if (!given) return {};
  const rows = given.map((each, index) => readRow(each, index + 1));
  const refused = await addRecipients(table, key, { rows, source: newId(), now: now() });
  // If the campaign was deleted meanwhile, the tick deletes them.
  await updateProgress(table, key, {
    set: wakeAt(now()),
    add: { recipients: rows.length - refused.length - reserved },
  });
  return { refused };
}

export const createCampaign = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/campaigns/create',
    summary: 'Create a campaign',
    body: campaignInput,
    selectBody: () => looseCampaignInput,
    response: changedCampaign,
    references: { agent: agentKind },
    tableActions: ['BatchGetItem', ...CREATE_RECORDS],
    timeoutSeconds: 29,
    async run({ body: { recipients, ...body }, ...request }, dependencies) {
      const { table, now } = dependencies;
      const inline = new InlineRecords({ ...request, ...dependencies });
      const created_at = now().toISOString();
      const id = inline.add(campaignKind, { ...body, status: 'draft' as const, created_at });
      await createRecords(table, inline.made);
      const key = { userId: request.userId, campaignId: id };
      const added = await addGiven(key, recipients, 0, dependencies);
      return { ...new FoundRecords([]).with(inline.made).require(campaignKind, id), ...added };
    },
  });

export const getCampaign = () => records.defineGet(campaignKind);

export const listCampaigns = () => records.defineList(campaignKind, campaign);

export const updateCampaign = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/campaigns/update',
    summary: 'Change a campaign, or add recipients',
    query: idQuery,
    body: campaignUpdate,
    selectBody: () => looseCampaignUpdate,
    response: changedCampaign,
    references: { agent: agentKind },
    takesRevision: true,
    tableActions: ['BatchGetItem', ...CREATE_RECORDS],
    timeoutSeconds: 29,
    async run({ userId, query: { id }, ifMatch, body: { recipients: given, ...body } }, dependencies) {
      const { table } = dependencies;
      const key = { userId, campaignId: id };
      const recipients: readonly unknown[] | undefined = Array.isArray(given) ? given : undefined;
      const updated = await updatePlanned(table, userId, {
        kind: campaignKind,
        id,
        ifMatch,
        async plan({ status }) {
          if (status === 'finished' || status === 'cancelled') throw new WrongStatus(status);
          const changes = changesOf(body);
          if (!recipients) return { changes };
          await requireRoom(table, key, recipients.length);
          // Those who are added are not in the index at once: the campaign must be seen empty anew.
          const update = { remove: ['empty_since'], ...reservation(recipients.length) };
          return { changes, further: [progressUpdate(table, key, update)] };
        },
      }).catch(throwWrongStatus);
      if (!updated) throw notFound('campaign');
      if (recipients) await recordUse(table, { userId, kind: 'campaign', recordId: id });
      const added = await addGiven(key, recipients, recipients?.length ?? 0, dependencies);
      return { ...updated.record, ...added };
    },
  });

async function requireRoom(table: Table, key: CampaignKey, more: number): Promise<void> {
  if ((await loadProgress(table, key)).recipients + more <= MAX_RECIPIENTS) return;
  const loc = ['body', 'recipients'];
  throw invalidInput([{ loc, msg: noRoomFor(more), type: 'too_many_recipients' }]);
}

function throwWrongStatus(error: unknown): never {
  if (!(error instanceof WrongStatus)) throw error;
  const msg = `The campaign is ${error.status}; this needs another status.`;
  throw new ApiError('conflict', [{ loc: ['query', 'id'], msg, type: 'wrong_status' }]);
}

type Change = Omit<StatusChange, 'now'> & { readonly stops?: boolean };

/** An endpoint that changes the status of a campaign. `stops`: its calls that wait to be dialed end. */
const changing = (verb: string, summary: string, change: (at: string) => Change) => {
  const { stops } = change('');
  return defineEndpoint({
    method: 'POST',
    path: `/v1/campaigns/${verb}` as const,
    summary,
    query: idQuery,
    response: campaign,
    tableActions: [...FINISH_CALL, 'BatchGetItem'],
    ...(stops && { tableIndexes: [OPEN_CALLS_INDEX] }),
    async run({ userId, query: { id } }, { table, now }): Promise<Campaign> {
      const key = { userId, campaignId: id };
      const at = now();
      const { from, changes } = change(at.toISOString());
      const changed = await changeStatus(table, key, { from, changes, now: at }).catch(throwWrongStatus);
      if (!changed) throw notFound('campaign');
      if (stops) await stopCalls(table, key, at);
      return changed.record;
    },
  });
};

export const startCampaign = () =>
  changing('start', 'Start a campaign', (at) => ({
    from: ['draft'],
    changes: { status: 'running', started_at: at },
  }));

export const resumeCampaign = () =>
  changing('resume', 'Resume a paused campaign', () => ({
    from: ['paused'],
    changes: { status: 'running', paused_because: null },
  }));

export const pauseCampaign = () =>
  changing('pause', 'Pause a campaign', () => ({
    ...{ from: ['running'], stops: true },
    changes: { status: 'paused', paused_because: 'user' },
  }));

export const cancelCampaign = () =>
  changing('cancel', 'End a campaign for good', (at) => ({
    ...{ from: ['draft', 'running', 'paused'], stops: true },
    changes: { status: 'cancelled', finished_at: at },
  }));

export const deleteCampaign = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/campaigns/delete',
    summary: 'Delete a campaign',
    query: idQuery,
    response: z.lazy(() => deletion),
    takesRevision: true,
    tableActions: [...new Set([...DELETE_RECORD, ...FINISH_CALL, 'BatchGetItem' as const])],
    tableIndexes: [OPEN_CALLS_INDEX],
    async run({ userId, query: { id }, ifMatch }, { table, now }) {
      const key = { userId, campaignId: id };
      // The tick deletes its recipients, after requests that add some have ended.
      const at = new Date(now().getTime() + 60_000);
      const further = async () => [progressUpdate(table, key, { set: wakeAt(at) })];
      if (!(await deleteRecord(table, userId, { kind: campaignKind, id, ifMatch, further })))
        throw notFound('campaign');
      await stopCalls(table, key, now());
      return { id, deleted: true as const };
    },
  });

/** Ends the calls of a campaign that were not dialed yet. */
async function stopCalls(table: Table, key: CampaignKey, now: Date): Promise<void> {
  const called = await loadDue(table, key, { state: 'calling', limit: 200 });
  await Promise.all(
    called.map(async ({ attempts }) => {
      const callKey = { userId: key.userId, callId: attempts.at(-1)?.call_id ?? '' };
      const call = await loadCall(table, callKey);
      if (call?.status === 'not_started' && call.dialing_at === undefined)
        await finishCall(table, callKey, { transition: 'end', now, endedBy: 'service' });
    }),
  );
}
