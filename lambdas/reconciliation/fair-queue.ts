/** A piece of a user's work on one of the accounts that the user uses. */
export interface SharedWork {
  readonly userId: string;
  readonly account: string | null;
}

/** Work of a user on one account, first in, first out. */
interface Lane<Work> {
  readonly work: Work[];
  /** The index of the next piece. */
  next: number;
}

/**
 * A queue that shares workers fairly among users. The user with the fewest pieces under way is next; among equals,
 * users alternate. So slow work of one user leaves the others their share of the workers, and no worker is idle while
 * work is ready. The work of a user on one account is first in, first out.
 */
export class FairQueue<Work extends SharedWork> {
  /** By user, then by account; the user that was next longest ago is first. */
  readonly #waiting = new Map<string, Map<string | null, Lane<Work>>>();
  readonly #underWay = new Map<string, number>();
  #size = 0;

  /** Pieces that wait. */
  get size(): number {
    return this.#size;
  }

  /** Adds work behind that of its user and account. */
  add(work: Work): void {
    const lanes = this.#waiting.get(work.userId) ?? new Map<string | null, Lane<Work>>();
    const lane = lanes.get(work.account) ?? { work: [], next: 0 };
    lane.work.push(work);
    lanes.set(work.account, lane);
    this.#waiting.set(work.userId, lanes);
    this.#size += 1;
  }

  /**
   * Removes the next piece; it is under way until `done`. Returns undefined if nothing is ready. `isReady` is asked
   * about the first piece of a user and account, and its answer holds for all pieces behind it.
   */
  take(isReady: (first: Work) => boolean = () => true): Work | undefined {
    let best:
      | { readonly userId: string; readonly account: string | null; readonly count: number }
      | undefined;
    for (const [userId, lanes] of this.#waiting) {
      const count = this.#underWay.get(userId) ?? 0;
      if (best && best.count <= count) continue;
      const account = readyAccount(lanes, isReady);
      if (account === undefined) continue;
      best = { userId, account, count };
      if (count === 0) break;
    }
    return best && this.#remove(best);
  }

  /** Marks a piece of a user as done. */
  done({ userId }: Pick<Work, 'userId'>): void {
    const left = (this.#underWay.get(userId) ?? 0) - 1;
    if (left > 0) this.#underWay.set(userId, left);
    else this.#underWay.delete(userId);
  }

  #remove({ userId, account }: SharedWork): Work | undefined {
    const lanes = this.#waiting.get(userId);
    const lane = lanes?.get(account);
    const piece = lane?.work[lane.next];
    if (!lanes || !lane || piece === undefined) return undefined;
    lane.next += 1;
    // The user and the account move behind the others.
    lanes.delete(account);
    if (lane.next < lane.work.length) lanes.set(account, lane);
    this.#waiting.delete(userId);
    if (lanes.size > 0) this.#waiting.set(userId, lanes);
    this.#underWay.set(userId, (this.#underWay.get(userId) ?? 0) + 1);
    this.#size -= 1;
    return piece;
  }
}

/** The account whose work is next. Returns undefined if none is ready. */
function readyAccount<Work extends SharedWork>(
  lanes: ReadonlyMap<string | null, Lane<Work>>,
  isReady: (first: Work) => boolean,
): string | null | undefined {
  for (const [account, { work, next }] of lanes) {
    const first = work[next];
    if (first !== undefined && isReady(first)) return account;
  }
  return undefined;
}
