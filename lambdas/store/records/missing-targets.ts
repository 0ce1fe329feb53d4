import type { RecordKey } from './kinds.ts';

/** Records that are to be referred to are not there. */
export class MissingTargets extends Error {
  override readonly name = 'MissingTargets';
  readonly targets: readonly RecordKey[];

  constructor(targets: readonly RecordKey[], cause: Error) {
    super('Records that are to be referred to are not there.', { cause });
    this.targets = targets;
  }
}
