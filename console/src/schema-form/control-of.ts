import type { FormField } from './fields.ts';

/** What every control of a form gets. */
export interface ControlOf {
  readonly field: FormField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** The names that lead to the field. */
  readonly path: readonly string[];
  readonly faultsAt: (path: readonly string[]) => readonly string[];
}
