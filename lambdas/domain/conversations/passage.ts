export interface Passage {
  /** The id of its record in the database, shortened; absent if the vendor did not report one. */
  readonly id?: string;
  readonly text: string;
}
