import { v7 } from 'uuid';
import { type Campaign, campaign } from '../../lambdas/campaigns/model/campaign.ts';
import type { CallResult } from '../../lambdas/campaigns/model/next-attempt.ts';
import { readRow } from '../../lambdas/campaigns/model/read-rows.ts';
import type { Next, StoredRecipient } from '../../lambdas/campaigns/model/recipient.ts';
import {
  type CampaignDependencies,
  endAttempt,
  type PlannedAttempt,
  runCampaign,
} from '../../lambdas/campaigns/run-campaign.ts';
import { CAMPAIGNS, type CampaignKey, campaignOf } from '../../lambdas/campaigns/store/keys.ts';
import { changeStatus, findDue, loadCampaign, loadProgress } from '../../lambdas/campaigns/store/progress.ts';
import { addRecipients, findRecipients } from '../../lambdas/campaigns/store/recipients.ts';
import { putItem } from '../../lambdas/platform/table/items.ts';
import { recordKey } from '../../lambdas/platform/table/keys.ts';
import type { Table } from '../../lambdas/platform/table/table.ts';

export interface PlacedCall {
  readonly callId: string;
  readonly recipient: string;
  readonly number: string;
  readonly atMs: number;
  readonly endMs: number;
  readonly result: CallResult;
  isReported: boolean;
}

type Answer = (recipient: StoredRecipient) => CallResult | 'never ends';

const CALL_MS = 90_000;
export const MINUTE_MS = 60_000;

export const reached: CallResult = { result: 'reached', isAbandoned: false };

/** Campaigns with calls that are answered by a script, on a clock that a test advances. */
export class CampaignWorld implements CampaignDependencies {
  readonly calls = new Map<string, PlacedCall>();
  nowMs: number;
  answer: Answer = () => reached;
  forbid: (attempt: PlannedAttempt, now: Date) => Next | undefined = () => undefined;
  /** Called where the functions may die. */
  mayCrash = () => {};
  readonly table: Table;
  readonly userId = v7();

  constructor(table: Table, start: string) {
    this.table = table;
    this.nowMs = Date.parse(start);
  }

  readonly now = () => new Date(this.nowMs);
  readonly newId = () => v7({ msecs: this.nowMs });

  async create(settings: object, numbers: readonly string[]): Promise<CampaignKey> {
    const fields = { name: 'Test', agent: v7(), from_number: '+15550001111', status: 'draft' };
    const record = campaign.parse({
      ...fields,
      ...settings,
      ...{ id: v7(), user_id: this.userId, created_at: this.now().toISOString() },
    });
    await putItem(this.table, {
      ...recordKey(this.userId, 'campaign', record.id),
      ...record,
      referred_to: 0,
    });
    const key = { userId: this.userId, campaignId: record.id };
    const rows = numbers.map((to_number, index) => readRow({ to_number }, index + 1));
    await addRecipients(this.table, key, { rows, source: 'test', now: this.now() });
    return key;
  }

  change = (key: CampaignKey, status: Campaign['status'], from: Campaign['status']) =>
    changeStatus(this.table, key, { from: [from], changes: { status }, now: this.now() });

  async start(key: CampaignKey): Promise<void> {
    const changes = { status: 'running' as const, started_at: this.now().toISOString() };
    await changeStatus(this.table, key, { from: ['draft'], changes, now: this.now() });
  }

  /** The next run of the tick, with the events of the calls that ended before. */
  async tick(ms = MINUTE_MS): Promise<void> {
    this.nowMs += ms;
    const ended = [...this.calls.values()].filter((call) => !call.isReported && call.endMs <= this.nowMs);
    for (const call of ended) {
      call.isReported = true;
      await survive(() => this.report(call));
    }
    for (const { pk } of await findDue(this.table, CAMPAIGNS, { until: this.now(), limit: 100 }))
      await survive(() => runCampaign(campaignOf(pk), this));
  }

  report = ({ callId, recipient: number }: PlacedCall) =>
    endAttempt(this.#keyOf(callId), { number, callId }, this);

  async ticks(count: number, ms?: number): Promise<void> {
    for (let each = 0; each < count; each++) await this.tick(ms);
  }

  status = async (key: CampaignKey) => (await loadCampaign(this.table, key))?.status;
  campaign = (key: CampaignKey) => loadCampaign(this.table, key);
  progress = (key: CampaignKey) => loadProgress(this.table, key);

  async recipients(key: CampaignKey): Promise<StoredRecipient[]> {
    const all: StoredRecipient[] = [];
    let after: string | undefined;
    do {
      const { items, next } = await findRecipients(this.table, key, { after, size: 500 });
      all.push(...items);
      after = next;
    } while (after !== undefined);
    return all;
  }

  readonly #campaigns = new Map<string, string>();
  #keyOf = (callId: string) => ({ userId: this.userId, campaignId: this.#campaigns.get(callId) ?? '' });

  async place({ id }: Campaign, planned: readonly PlannedAttempt[]): Promise<ReadonlyMap<string, Next>> {
    const refused = new Map<string, Next>();
    for (const each of planned) {
      const { call_id: callId, number } = each.attempt;
      const uncalled = this.forbid(each, this.now());
      if (uncalled) {
        refused.set(callId, uncalled);
        continue;
      }
      this.mayCrash();
      const answer = this.answer(each.recipient);
      const endMs = answer === 'never ends' ? Number.POSITIVE_INFINITY : this.nowMs + CALL_MS;
      const result = answer === 'never ends' ? reached : answer;
      const recipient = each.recipient.to_number;
      const placed = { callId, recipient, number, atMs: this.nowMs, endMs, result, isReported: false };
      if (this.calls.has(callId)) throw new Error('A call was placed twice.');
      this.calls.set(callId, placed);
      this.#campaigns.set(callId, id);
    }
    return refused;
  }

  readonly resultOf = async (_campaign: Campaign, callId: string) => {
    const call = this.calls.get(callId);
    if (!call) return 'missing' as const;
    return call.endMs <= this.nowMs ? { ...call.result, cost: 0.1, seconds: 90 } : undefined;
  };
}

export class Crash extends Error {}

async function survive(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof Crash)) throw error;
  });
}
