import type { Variable } from './variable.ts';

/** A setting of the configuration, declared beside its rule. Configuration and stacks take all they need from it. */
export interface Setting<Value> extends Variable<Value> {
  /** The value of presets without their own. Undefined if the setting is optional. */
  readonly default: Value;
  readonly least?: number;
  readonly most?: number;
  /** The permitted texts. @default any text */
  readonly values?: readonly (Value & string)[];
  /** Any other rule, and the end of the sentence that refuses a value: "must be …". */
  readonly check?: { isRight(value: Value): boolean; readonly rule: string };
}
