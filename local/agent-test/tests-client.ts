import { z } from 'zod';
import type { AgentTestInput } from '../../lambdas/agent-tests/model/agent-test.ts';
import type { CaseResult } from '../../lambdas/agent-tests/model/case-result.ts';
import { type TestRun, testRun } from '../../lambdas/agent-tests/model/test-run.ts';
import { ServiceClient } from '../clients/service-client.ts';

/** How tests are run: fields of `POST /v1/tests/run`. */
export interface RunOptions {
  /** The agent to test in place of each test's own. */
  readonly agent?: string | undefined;
  readonly runs: number;
  readonly offline?: boolean;
  readonly timed?: boolean;
  readonly invariants?: boolean;
}

/** The parts of the public API that tests need. */
export class TestsClient extends ServiceClient {
  beginRun(body: RunOptions & { readonly tests: readonly AgentTestInput[] }): Promise<TestRun> {
    return this.post('tests/run', testRun, body);
  }

  getRun(id: string): Promise<TestRun> {
    return this.get(`tests/runs?id=${id}`, testRun);
  }

  /** A case's result; undefined if it wasn't played. */
  async resultOf(run: string, number: number): Promise<CaseResult | undefined> {
    const { cases } = await this.get(`tests/runs?id=${run}&case=${number}`, testRun);
    return cases[0]?.result ?? undefined;
  }

  async deleteAgent(id: string): Promise<void> {
    await this.post(`agents/delete?id=${id}`, z.unknown());
  }

  /** An agent as text, to detect changes. */
  async stateOfAgent(id: string): Promise<string> {
    return JSON.stringify(await this.get(`agents?id=${id}`, z.unknown()));
  }
}
