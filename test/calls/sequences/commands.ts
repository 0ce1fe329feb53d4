import { setTimeout as pause } from 'node:timers/promises';
import type fc from 'fast-check';
import { expect } from 'vitest';
import type { Fault } from './aws.ts';
import type { Happening, Kind, State, Step, World } from './expected.ts';
import { startFunctions } from './functions.ts';
import { expectState, type Model } from './world.ts';

type Command = fc.AsyncCommand<Model, World>;

const after = (state: State, steps: readonly Step[]) => steps.reduce((sofar, step) => step(sofar), state);

abstract class Told implements Command {
  abstract run(model: Model, world: World): Promise<void>;
  protected readonly kinds: readonly Kind[];
  constructor(...kinds: readonly Kind[]) {
    this.kinds = kinds;
  }
  // Whether it can happen is known only at run time.
  check(): boolean {
    return true;
  }
  toString(): string {
    return this.kinds.map(({ name }) => name).join(' and ');
  }
  /** The happenings, if they can happen. */
  protected happenings({ possible: [state] }: Model, world: World): Happening[] | undefined {
    const now = state;
    if (!now || !this.kinds.every(({ when }) => when(now, world))) return undefined;
    return this.kinds.map(({ happen }) => happen(now, world));
  }
}

/** A happening, and possibly its repeat. */
export class Happens extends Told {
  readonly #times: number;
  constructor(kind: Kind, times = 1) {
    super(kind);
    this.#times = times;
  }
  async run(model: Model, world: World): Promise<void> {
    const [happening] = this.happenings(model, world) ?? [];
    if (!happening) return;
    for (let time = 0; time < this.#times; time++) await tell(happening, model, world, { isExact: true });
  }
  override toString(): string {
    return `${super.toString()}${this.#times > 1 ? ' twice' : ''}`;
  }
}

/** Calls the functions, which do all of the writes. */
async function tell(
  { steps, tell: told, twiml, mayRepeat }: Happening,
  model: Model,
  world: World,
  { isExact }: { readonly isExact: boolean },
): Promise<void> {
  const [before] = model.possible;
  const done = model.possible.map((state) => after(state, steps()));
  model.possible = isExact || !mayRepeat ? done : [...done, ...done.map((state) => after(state, steps()))];
  const answer = await told(world.functions);
  await expectState(model, world, { isExact });
  const [now] = model.possible;
  if (twiml && before && now) expect(answer).toContain(twiml(before, now));
}

/** The answer to one request of a function is lost: its client repeats it, and nothing differs. */
export class Stutters extends Told {
  readonly #after: number;
  constructor(kind: Kind, requests: number) {
    super(kind);
    this.#after = requests;
  }
  async run(model: Model, world: World): Promise<void> {
    const [happening] = this.happenings(model, world) ?? [];
    if (!happening) return;
    world.aws.faults.set(world.callId, { how: 'stutters', after: this.#after });
    await tell(happening, model, world, { isExact: false });
    world.aws.faults.delete(world.callId);
  }
  override toString(): string {
    return `${super.toString()} stutters after ${this.#after}`;
  }
}

/** The function dies on the way; a repeat completes it. */
export class Dies extends Told {
  readonly #fault: Readonly<Fault>;
  constructor(kind: Kind, fault: Readonly<Fault>) {
    super(kind);
    this.#fault = fault;
  }
  async run(model: Model, world: World): Promise<void> {
    const [happening] = this.happenings(model, world) ?? [];
    if (!happening) return;
    const ends = [0, ...happening.steps().map((_, index) => index + 1)];
    model.possible = model.possible.flatMap((state) =>
      ends.map((end) => after(state, happening.steps().slice(0, end))),
    );
    world.hasDied = true;
    world.aws.faults.set(world.callId, { ...this.#fault });
    await happening.tell(world.functions);
    world.aws.faults.delete(world.callId);
    await expectState(model, world, { isExact: false });
    if (this.kinds[0]?.isRetried) await tell(happening, model, world, { isExact: false });
  }
  override toString(): string {
    return `${super.toString()} ${this.#fault.how} after ${this.#fault.after}`;
  }
}

/** Two concurrent happenings, the second one after `laterMs`. */
export class Together extends Told {
  readonly #laterMs: number;
  constructor(kind: Kind, other: Kind, laterMs: number) {
    super(kind, other);
    this.#laterMs = laterMs;
  }
  async run(model: Model, world: World): Promise<void> {
    const [one, other] = this.happenings(model, world) ?? [];
    if (!one || !other) return;
    const orders = interleavings(one.steps().length, other.steps().length);
    model.possible = model.possible.flatMap((state) =>
      orders.map((order) => {
        const left = [one.steps(), other.steps()];
        return order.reduce((sofar, which) => left[which]?.shift()?.(sofar) ?? sofar, state);
      }),
    );
    const later = pause(this.#laterMs).then(() => other.tell(world.functions));
    await Promise.all([one.tell(world.functions), later]);
    await expectState(model, world, { isExact: false });
  }
}

/** Each order of the steps of two happenings. */
function interleavings(one: number, other: number): (0 | 1)[][] {
  if (one === 0 && other === 0) return [[]];
  return [
    ...(one > 0 ? interleavings(one - 1, other).map((rest): (0 | 1)[] => [0, ...rest]) : []),
    ...(other > 0 ? interleavings(one, other - 1).map((rest): (0 | 1)[] => [1, ...rest]) : []),
  ];
}

/** From here on, the functions run in a new process. */
export class Restart implements Command {
  check = () => true;
  async run(_: Model, world: World): Promise<void> {
    world.functions = await startFunctions();
  }
  toString = () => 'restart';
}
