import type { TestReport } from './report.ts';

type Counts = Readonly<Record<string, number>>;

/** How often the steps and exits of an agent were taken, over all conversations. */
export class Coverage {
  readonly #steps = new Map<string, number>();
  readonly #exits = new Map<string, number>();

  add(reports: readonly Pick<TestReport, 'cases'>[]): void {
    for (const { figures } of reports.flatMap(({ cases }) => cases)) {
      sum(this.#steps, figures?.steps);
      sum(this.#exits, figures?.exits);
    }
  }

  /** The lines of a summary; empty for an agent without steps. */
  get summary(): string {
    return `${line('steps', this.#steps)}${line('exits', this.#exits)}`;
  }
}

function sum(total: Map<string, number>, counts: Counts = {}): void {
  for (const [name, count] of Object.entries(counts)) total.set(name, (total.get(name) ?? 0) + count);
}

/** Most names in a line. */
const MAX_NAMES = 20;

function line(what: string, counts: ReadonlyMap<string, number>): string {
  if (counts.size === 0) return '';
  const never = [...counts].filter(([, count]) => count === 0).map(([name]) => name);
  const more = never.length > MAX_NAMES ? ' …' : '';
  const names = never.length > 0 ? `; never ${never.slice(0, MAX_NAMES).join(', ')}${more}` : '';
  return `  ${what}: ${counts.size - never.length} of ${counts.size}${names}\n`;
}
