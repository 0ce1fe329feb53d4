import type { RecordName } from './records.ts';

/** Records that are to be referred to are not there. */
export class MissingTargets extends Error {
  override readonly name = 'MissingTargets';
  readonly targets: readonly RecordName[];

  constructor(targets: readonly RecordName[], cause: Error) {
    super('Records that are to be referred to are not there.', { cause });
    this.targets = targets;
  }
}
