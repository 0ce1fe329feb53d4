import { actionInput, actionKind, actionPatches } from '../../actions/model/action.ts';
import { addAction } from '../../actions/store/add-action.ts';
import type { Issue } from '../../http/errors.ts';
import { issuesAt, parseInput } from '../../http/issues.ts';
import { issueOfType } from '../../http/record-endpoints.ts';
import { changesOf } from '../../platform/patch.ts';
import type { RecordChange } from '../../records/store/field-changes.ts';
import type { InlineRecords } from '../../records/store/inline-records.ts';
import type { FoundRecords } from '../../records/store/records.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An action of an update: its id, and its changes if it exists; or its issues. */
type ActionPlan = { readonly id: string; readonly changes?: Fields } | { readonly issues: readonly Issue[] };

interface Actions {
  readonly inline: InlineRecords;
  /** The existing actions to which the request refers. */
  readonly references: FoundRecords;
}

/** The actions of an update, by id, with the changes to existing ones; or their issues. */
export function planActions(
  values: readonly (string | Fields)[],
  { loc, ...actions }: Actions & { readonly loc: readonly string[] },
):
  | { readonly ids: readonly string[]; readonly changes: readonly RecordChange[] }
  | { readonly issues: readonly Issue[] } {
  const plans = values.map((value, index) => planAction(value, { ...actions, loc: [...loc, String(index)] }));
  const issues = plans.flatMap((plan) => ('issues' in plan ? plan.issues : []));
  if (issues.length > 0) return { issues };
  const existing = plans.flatMap((plan) => ('id' in plan ? [plan] : []));
  const changes = new Map<string, Fields>();
  for (const { id, changes: next } of existing) {
    if (next) changes.set(id, mergedChanges(changes.get(id), next));
  }
  return {
    ids: existing.map(({ id }) => id),
    changes: [...changes].map(([id, fields]) => ({ kind: actionKind, id, changes: fields })),
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
    return error ? { issues: issuesAt(loc, error) } : { id: addAction(inline, data) };
  }
  const { id, type } = references.require(actionKind, value.id);
  if ((value.type ?? type) !== type) return { issues: [issueOfType(type, loc)] };
  const { data, error } = parseInput(actionPatches[type], value);
  return error ? { issues: issuesAt(loc, error) } : { id, changes: changesOf(data) };
}

/** The changes of an action that is in the list more than once. */
function mergedChanges(first: Fields | undefined, next: Fields): Fields {
  if (!first?.config || !next.config) return { ...first, ...next };
  return { ...first, ...next, config: { ...Object(first.config), ...Object(next.config) } };
}
