import type { Reporter, TestModule } from 'vitest/node';

/** Closes the run with one plain line that counts the tests. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      // A file that could not be run at all has no tests to count.
      if (!module.ok() && [...module.children.allTests('failed')].length === 0) count.failed += 1;
    }
    console.log(`${count.passed} passed, ${count.failed + count.pending} failed, ${count.skipped} skipped`);
  }
}
