/** The place of the caller's next line. It stays when another rehearsal is shown. */
export const NEXT = 'next';

/** The place of a line that is written in the place of a turn. */
export const placeOf = (rehearsal: string, turn: number): string => `${rehearsal} ${turn}`;

/** The turn in whose place a line is written in this rehearsal; undefined if there is none. */
export function editedTurn(places: readonly string[], rehearsal: string): number | undefined {
  const place = places.findLast((one) => one.startsWith(`${rehearsal} `));
  return place === undefined ? undefined : Number(place.slice(rehearsal.length + 1));
}

/** A line that is being said. */
export interface Said {
  readonly place: string;
  readonly written: string;
}

/** What is written by place. */
export type Written = Readonly<Record<string, string>>;

/** What is written once a line was said: the line goes, and what was written after it or instead of it stays. */
export function afterSaid(written: Written, said: Said): Written {
  const { [said.place]: now = '', ...others } = written;
  const rest = now.startsWith(said.written) ? now.slice(said.written.length).trimStart() : now;
  return rest === '' ? others : { ...others, [said.place]: rest };
}
