import { z } from 'zod';
import type { AgentTestInput } from '../../lambdas/agent-tests/model/agent-test.ts';
import type { CaseResult } from '../../lambdas/agent-tests/model/case-result.ts';
import { type TestRun, testRun } from '../../lambdas/agent-tests/model/test-run.ts';
import { ServiceClient } from '../clients/service-client.ts';

/** How tests are run: fields of `POST /v1/tests/run`. */
export interface RunOptions {
  /** What is tested in place of each test's own agent. */
  readonly agent?: string | undefined;
  readonly runs: number;
  readonly offline?: boolean;
  readonly timed?: boolean;
  readonly invariants?: boolean;
}

/** The part of the public API that tests need. */
export class TestsClient extends ServiceClient {
  beginRun(body: RunOptions & { readonly tests: readonly AgentTestInput[] }): Promise<TestRun> {
    return this.post('tests/run', testRun, body);
  }

  getRun(id: string): Promise<TestRun> {
    return this.get(`tests/runs?id=${id}`, testRun);
  }

  /** The result of a case; undefined if the case was not played. */
  async resultOf(run: string, number: number): Promise<CaseResult | undefined> {
    const { cases } = await this.get(`tests/runs?id=${run}&case=${number}`, testRun);
    return cases[0]?.result ?? undefined;
  }

  async deleteAgent(id: string): Promise<void> {
    await this.post(`agents/delete?id=${id}`, z.unknown());
  }

  /** An agent as a text, which changes with it. */
  async stateOfAgent(id: string): Promise<string> {
    return JSON.stringify(await this.get(`agents?id=${id}`, z.unknown()));
  }
}
