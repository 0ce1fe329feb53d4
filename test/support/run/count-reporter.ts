import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with the reasons for skipped tests, and one plain line of counts. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    const reasons = new Set<string>();
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        count[result.state] += 1;
        if (result.state === 'skipped' && result.note) reasons.add(result.note);
      }
      // A file that could not run has no tests to count.
      if (!module.ok() && [...module.children.allTests('failed')].length === 0) count.failed += 1;
    }
    for (const reason of reasons) console.log(`Skipped: ${reason}`);
    console.log(`${count.passed} passed, ${count.failed + count.pending} failed, ${count.skipped} skipped`);
  }
}
