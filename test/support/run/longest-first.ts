import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, in an order that keeps the processors busy: those that mostly wait, those that mostly
 * work and those with a browser take turns.
 */
const LONGEST: readonly string[] = [
  'test/faults/faults.test.ts',
  'test/e2e/api/fuzz.slow.test.ts',
  'test/integration/call-sequences/random-sequences.slow.test.ts',
  'test/attacks/neighbours.test.ts',
  'test/console/calls.test.ts',
  'test/integration/webhooks/lost-deliveries.test.ts',
  'test/attacks/hostile-peers.test.ts',
  'test/console/every-page.test.ts',
  'test/attacks/reconciliation.test.ts',
  'test/console/call.test.ts',
  'test/e2e/local/call-command.slow.test.ts',
  'test/e2e/conversations/actions.slow.test.ts',
  'test/console/numbers-webhooks.test.ts',
  'test/console/agents.test.ts',
  'test/console/account.test.ts',
  'test/e2e/webhooks/webhook-faults.slow.test.ts',
  'test/e2e/calls/call-faults.slow.test.ts',
];

/** Runs the longest files first: one that began late would run alone at the end, while other processors are idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ project, moduleId }: TestSpecification) => {
      const rank = LONGEST.indexOf(relative(project.config.root, moduleId));
      return rank === -1 ? LONGEST.length : rank;
    };
    // Files of one project stay together.
    const sorted = await super.sort(files);
    const names = [...new Set(sorted.map(({ project }) => project.name))];
    return sorted.toSorted(
      (a, b) => names.indexOf(a.project.name) - names.indexOf(b.project.name) || rankOf(a) - rankOf(b),
    );
  }
}
