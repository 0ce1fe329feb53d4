import type { RecordKey } from './kinds.ts';

/** Records to which a write would refer do not exist. */
export class MissingTargets extends Error {
  override readonly name = 'MissingTargets';
  readonly targets: readonly RecordKey[];

  constructor(targets: readonly RecordKey[], cause: Error) {
    super('The referenced records do not exist.', { cause });
    this.targets = targets;
  }
}
