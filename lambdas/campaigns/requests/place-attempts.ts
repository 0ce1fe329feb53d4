import { agentKind } from '../../agents/model/agent.ts';
import { isForbidden } from '../../calls/model/law/dial-decision.ts';
import type { CallWithSnapshot } from '../../calls/model/snapshot.ts';
import {
  type CallPlan,
  callOf,
  callTooLargeIssue,
  issueOfContextSize,
  planBatch,
  requireAllowance,
} from '../../calls/requests/new-call.ts';
import { createCalls } from '../../calls/store/create-calls.ts';
import { type DialFacts, decideOn, loadDialFacts } from '../../calls/store/dial-permission.ts';
import { loadEntries } from '../../do-not-call/store/entries.ts';
import { ApiError } from '../../http/errors.ts';
import type { Source } from '../../platform/ids.ts';
import { logger } from '../../platform/logger.ts';
import type { Table } from '../../platform/table/table.ts';
import { findRecords } from '../../records/store/records.ts';
import { maxOpenCalls } from '../../usage/store/open-calls.ts';
import type { Campaign } from '../model/campaign.ts';
import type { Next } from '../model/recipient.ts';
import { CannotCall, type PlannedAttempt } from '../run-campaign.ts';

/** Milliseconds after which a call is tried again: there was no room, or the quota is used up or a check failed. */
const NO_ROOM_MS = 60_000;
const QUOTA_MS = 3_600_000;

/** Creates the calls of attempts. Returns those that were refused. Throws CannotCall. */
export async function placeAttempts(
  table: Table,
  campaign: Campaign,
  planned: readonly PlannedAttempt[],
  source: Source,
): Promise<ReadonlyMap<string, Next>> {
  const plan = await planCampaign(table, campaign, source);
  const numbers = planned.map(({ attempt }) => attempt.number);
  const listed = await loadEntries(table, campaign.user_id, numbers);
  const at = source.now();
  const refused = new Map<string, Next>();
  const decide = async (each: PlannedAttempt) => {
    const { number } = each.attempt;
    const facts = await loadDialFacts(table, campaign.user_id, number);
    return decideAttempt(campaign, each, { plan, isListed: listed.has(number), facts, at });
  };
  const asked = planned.map(async (each) => {
    const answer = await decide(each).catch((error: unknown) => {
      logger.error('A recipient could not be checked.', { callId: each.attempt.call_id, error });
      const reason = 'The call could not be checked; it is tried again in an hour.';
      return { dueAt: new Date(at.getTime() + QUOTA_MS), reason };
    });
    return { each, answer };
  });
  const calls = (await Promise.all(asked)).flatMap(({ each, answer }) => {
    if ('call' in answer) return [answer.call];
    refused.set(each.attempt.call_id, answer);
    return [];
  });
  const [first] = calls;
  if (!first) return refused;
  const refuse = (ids: Iterable<string>, ms: number, reason: string) => {
    for (const id of ids) refused.set(id, { dueAt: new Date(at.getTime() + ms), reason });
    return refused;
  };
  try {
    await requireAllowance(table, first, at);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(
      calls.map(({ id }) => id),
      QUOTA_MS,
      error.issues[0]?.msg ?? error.message,
    );
  }
  const left = await createCalls(table, { calls, records: [], maxOpen: maxOpenCalls() });
  return refuse(left.keys(), NO_ROOM_MS, 'There was no room for another open call.');
}

const DO_NOT_CALL = { outcome: 'do_not_call', reason: 'The number is on your do-not-call list.' };

function refusalOf(error: unknown): never {
  if (error instanceof ApiError) throw new CannotCall(error.issues[0]?.msg, { cause: error });
  throw error;
}

/** What all calls of a campaign have in common. Throws CannotCall. */
export async function planCampaign(table: Table, campaign: Campaign, source: Source): Promise<CallPlan> {
  const { agent, user_id: userId, from_number, purpose, checked_lists, on_no_human_answer } = campaign;
  const references = await findRecords(table, userId, [{ kind: agentKind, id: agent }]);
  const body = {
    ...{ agent, from_number, purpose, checked_lists, on_no_human_answer, subject: campaign.id },
    hipaa_compliant: false,
    override_do_not_call: false,
  };
  const { newId, randomBytes } = source;
  const context = { userId, references, newId, randomBytes, now: source.now() };
  return planBatch(table, body, context).catch(refusalOf);
}

/** What decides about an attempt at a time. */
export interface AttemptFacts {
  readonly plan: CallPlan;
  readonly isListed: boolean;
  readonly facts: DialFacts | undefined;
  readonly at: Date;
}

/** The call of an attempt, or what comes instead. */
export function decideAttempt(
  campaign: Campaign,
  { recipient, attempt: { call_id: id, number: to_number } }: PlannedAttempt,
  { plan, isListed, facts, at }: AttemptFacts,
): { readonly call: CallWithSnapshot } | Next {
  if (isListed) return DO_NOT_CALL;
  const { contact_location } = recipient;
  const context = { ...campaign.context, ...recipient.context };
  const own = { id, to_number, context, ...(contact_location && { contact_location }) };
  const ofCampaign = { campaign_id: campaign.id, campaign_recipient: recipient.to_number };
  const planned = { ...callOf(plan, own, at), ...ofCampaign };
  const issue = callTooLargeIssue(planned, []) ?? issueOfContextSize(planned, []);
  if (issue) return { outcome: 'refused', reason: issue.msg };
  const decision = facts && decideOn(planned, facts, { at, now: at });
  if (!isForbidden(decision)) return { call: decision ? { ...planned, dial_decision: decision } : planned };
  const { rule = '', reason = '', not_before } = decision;
  const why = { rule, reason };
  return not_before === undefined ? { outcome: 'refused', ...why } : { dueAt: new Date(not_before), ...why };
}
