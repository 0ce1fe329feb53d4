import { notFound } from '../../http/errors.ts';
import { repeatable } from '../../platform/ids.ts';
import type { Table } from '../../platform/table/table.ts';
import { changesNothing, type RecordChange } from '../../records/store/field-changes.ts';
import { CREATE_RECORDS, type Revised } from '../../records/store/records.ts';
import type { ExpectedRevisions } from '../../records/store/revisions.ts';
import { updatePlanned } from '../../records/store/update-record.ts';
import { webhookKind } from '../../webhooks/model/webhook.ts';
import { CHECK_ALL_CALLS, prepareWebhookChange } from '../../webhooks/requests/prepare-change.ts';
import type { Agent } from '../model/agent.ts';
import { agentKind, agent as agentSchema } from '../model/agent.ts';
import { withVersion } from '../store/with-version.ts';
import { type AgentChange, planChange } from './plan-change.ts';
import { requireHandoffs } from './require-handoffs.ts';
import { throwNoVersion } from './version-issues.ts';

export const CHANGE_AGENT = [
  'BatchGetItem',
  'DeleteItem',
  'Query',
  ...CHECK_ALL_CALLS,
  ...CREATE_RECORDS,
] as const;

/** Changes an agent and, in the same transaction, the records to which it refers. Other fields stay unchanged. */
export async function changeAgent(
  table: Table,
  {
    id,
    ifMatch,
    now,
    message,
    ...change
  }: AgentChange & {
    readonly id: string;
    readonly ifMatch?: ExpectedRevisions | undefined;
    readonly now: Date;
    readonly message?: string | undefined;
  },
): Promise<Revised<Agent>> {
  const { createContext, loc } = change;
  const { userId } = createContext;
  const again = repeatable(createContext);
  const updated = await updatePlanned(table, userId, {
    kind: agentKind,
    id,
    ifMatch,
    async plan(agent) {
      const repeated = { ...change, createContext: { ...createContext, ...again() } };
      const plan = await planChange(table, agent, repeated);
      const others = await prepared(table, plan.others ?? [], { userId, now });
      if ('steps' in plan.changes)
        await requireHandoffs(table, agentSchema.parse({ ...agent, ...plan.changes }), loc);
      const whole = { ...plan, others };
      return withVersion(table, agent, whole, { at: now, origin: 'updated', message }).catch(
        throwNoVersion(loc),
      );
    },
  });
  if (!updated) throw notFound('agent');
  return updated;
}

/** The changes to store, without no-ops. */
async function prepared(
  table: Table,
  changes: readonly RecordChange[],
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<RecordChange[]> {
  const all = await Promise.all(
    changes.map(async ({ kind, id, changes: body }) =>
      kind === webhookKind
        ? { kind, id, changes: await prepareWebhookChange(table, { userId, id, body, now }) }
        : { kind, id, changes: body },
    ),
  );
  return all.filter((change) => !changesNothing(change.kind, change.changes));
}
