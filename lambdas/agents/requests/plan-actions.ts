import { actionInput, actionPatches } from '../../actions/model/action.ts';
import type { Fault } from '../../http/errors.ts';
import { faultsAt, parseInput } from '../../http/faults.ts';
import { faultOfType } from '../../http/record-endpoints.ts';
import { changesOf } from '../../platform/patch.ts';
import type { RecordChange } from '../../records/store/field-changes.ts';
import type { InlineRecords } from '../../records/store/inline-records.ts';
import type { FoundRecords } from '../../records/store/records.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An action of an update: its id, and its changes if it exists; or its faults. */
type ActionPlan = { readonly id: string; readonly changes?: Fields } | { readonly faults: readonly Fault[] };

interface Actions {
  readonly inline: InlineRecords;
  /** The existing actions to which the request refers. */
  readonly references: FoundRecords;
}

/** The actions of an update, by id, with the changes to existing ones; or their faults. */
export function planActions(
  given: readonly (string | Fields)[],
  { loc, ...actions }: Actions & { readonly loc: readonly string[] },
):
  | { readonly ids: readonly string[]; readonly changes: readonly RecordChange[] }
  | { readonly faults: readonly Fault[] } {
  const plans = given.map((value, index) => planAction(value, { ...actions, loc: [...loc, String(index)] }));
  const faults = plans.flatMap((plan) => ('faults' in plan ? plan.faults : []));
  if (faults.length > 0) return { faults };
  const existing = plans.flatMap((plan) => ('id' in plan ? [plan] : []));
  const changes = new Map<string, Fields>();
  for (const { id, changes: next } of existing) {
    if (next) changes.set(id, together(changes.get(id), next));
  }
  return {
    ids: existing.map(({ id }) => id),
    changes: [...changes].map(([id, fields]) => ({ kind: 'action', id, changes: fields })),
  };
}

/** An object with an `id` changes that action; one without is a new action. */
function planAction(
  value: string | Fields,
  { inline, references, loc }: Actions & { readonly loc: readonly string[] },
): ActionPlan {
  if (typeof value === 'string') return { id: value };
  if (typeof value.id !== 'string') {
    const { data, error } = parseInput(actionInput, value);
    return error ? { faults: faultsAt(loc, error) } : { id: inline.action(data) };
  }
  const { id, type } = references.require('action', value.id);
  if ((value.type ?? type) !== type) return { faults: [faultOfType(type, loc)] };
  const { data, error } = parseInput(actionPatches[type], value);
  return error ? { faults: faultsAt(loc, error) } : { id, changes: changesOf(data) };
}

/** The changes of an action that is in the list more than once. */
function together(first: Fields | undefined, next: Fields): Fields {
  if (!first?.config || !next.config) return { ...first, ...next };
  return { ...first, ...next, config: { ...Object(first.config), ...Object(next.config) } };
}
