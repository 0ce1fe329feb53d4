import type { FieldUpdate } from './field-update.ts';
import type { Item } from './items.ts';

/** A condition on an item, which DynamoDB checks as an expression and `holds` checks in memory. */
export type Condition =
  | { readonly kind: '=' | '<' | '<>'; readonly field: string; readonly value: unknown }
  /** A list that has fewer elements. */
  | { readonly kind: 'shorter'; readonly field: string; readonly than: number }
  | { readonly kind: 'present' | 'absent'; readonly field: string }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] };

export const equal = (field: string, value: unknown): Condition => ({ kind: '=', field, value });
export const different = (field: string, value: unknown): Condition => ({ kind: '<>', field, value });
export const below = (field: string, value: number): Condition => ({ kind: '<', field, value });
export const shorter = (field: string, than: number): Condition => ({ kind: 'shorter', field, than });
export const present = (field: string): Condition => ({ kind: 'present', field });
export const absent = (field: string): Condition => ({ kind: 'absent', field });
export const all = (...of: readonly Condition[]): Condition => ({ kind: 'all', of });
export const any = (...of: readonly Condition[]): Condition => ({ kind: 'any', of });

/** A change of an item, which is made only if the condition holds. */
export interface ConditionalChange extends Pick<FieldUpdate, 'set' | 'remove' | 'add' | 'append'> {
  readonly when: Condition;
}

export function updateFor({ when, ...change }: ConditionalChange): FieldUpdate {
  const values: Record<string, unknown> = {};
  const named = (value: unknown) => {
    const name = `:c${Object.keys(values).length}`;
    values[name] = value;
    return name;
  };
  const written = (condition: Condition): string => {
    switch (condition.kind) {
      case 'all':
      case 'any':
        return `(${condition.of.map(written).join(condition.kind === 'all' ? ' AND ' : ' OR ')})`;
      case 'present':
        return `attribute_exists(${condition.field})`;
      case 'absent':
        return `attribute_not_exists(${condition.field})`;
      case 'shorter':
        return `size(${condition.field}) < ${named(condition.than)}`;
      default:
        return `${condition.field} ${condition.kind} ${named(condition.value)}`;
    }
  };
  return { ...change, condition: written(when), values };
}

/** Whether a condition holds for an item in memory, as it would in DynamoDB. */
export function holds(condition: Condition, item: Item): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((each) => holds(each, item));
    case 'any':
      return condition.of.some((each) => holds(each, item));
    case 'present':
      return item[condition.field] !== undefined;
    case 'absent':
      return item[condition.field] === undefined;
    case 'shorter':
      return listIn(item, condition.field).length < condition.than;
    case '<':
      return Number(item[condition.field]) < Number(condition.value);
    case '=':
      return item[condition.field] === condition.value;
    case '<>':
      return item[condition.field] !== condition.value;
  }
}

/** An item in memory after a change whose condition holds. */
export function changedItem(
  item: Item,
  { set = {}, remove = [], add = {}, append = {} }: ConditionalChange,
): Item {
  const removed = new Set(remove);
  const rest = Object.entries({ ...item, ...set }).filter(([field]) => !removed.has(field));
  const sums = Object.entries(add).map(([field, more]) => [field, Number(item[field] ?? 0) + more]);
  const lists = Object.entries(append).map(([field, more]) => [field, [...listIn(item, field), ...more]]);
  return Object.fromEntries([...rest, ...sums, ...lists]);
}

const listIn = (item: Item, field: string): readonly unknown[] => {
  const list = item[field];
  return Array.isArray(list) ? list : [];
};
