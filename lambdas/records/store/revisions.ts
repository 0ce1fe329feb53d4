import type { Item } from '../../platform/table/items.ts';
import { type ChangeStamp, stampIn } from '../model/change-stamp.ts';

/** The last change of a record by a user. Ids are UUIDv7: a later change has a greater one. */
export interface Revision {
  readonly id: string;
  /** Absent if the service itself made the record. */
  readonly stamp?: ChangeStamp | undefined;
}

/** The revisions that requests name in `If-Match`. */
export type ExpectedRevisions = readonly string[];

export function revisionIn(item: Item): Revision {
  const stamp = stampIn(item);
  return { id: stamp?.id ?? String(item.id), stamp };
}

export const latestOf = (revisions: readonly Revision[]): Revision =>
  revisions.reduce((latest, one) => (one.id > latest.id ? one : latest), { id: '' });

/** A record changed since the revision that its request names. */
export class RevisionChanged extends Error {
  override readonly name = 'RevisionChanged';
  readonly present: Revision;

  constructor(present: Revision) {
    super('The record has another revision.');
    this.present = present;
  }
}
