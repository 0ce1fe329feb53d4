import { z } from 'zod';
import type { AgentTestInput } from '../../lambdas/agent-tests/model/agent-test.ts';
import type { CaseResult } from '../../lambdas/agent-tests/model/case-result.ts';
import { type TestRun, testRun } from '../../lambdas/agent-tests/model/test-run.ts';
import { requestJson } from '../call/clients/request-json.ts';
import type { Connection } from '../connection-file.ts';

const record = z.object({ id: z.string() });
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
export class TestsClient {
  readonly #connection: Pick<Connection, 'base_url' | 'access_token'>;

  constructor(connection: Pick<Connection, 'base_url' | 'access_token'>) {
    this.#connection = connection;
  }

  beginRun(body: RunOptions & { readonly tests: readonly AgentTestInput[] }): Promise<TestRun> {
    return requestJson({ ...this.#to('POST', 'tests/run'), body, answer: testRun });
  }

  getRun(id: string): Promise<TestRun> {
    return requestJson({ ...this.#to('GET', `tests/runs?id=${id}`), answer: testRun });
  }

  /** The result of a case; undefined if the case was not played. */
  async resultOf(run: string, number: number): Promise<CaseResult | undefined> {
    const path = `tests/runs?id=${run}&case=${number}`;
    const { cases } = await requestJson({ ...this.#to('GET', path), answer: testRun });
    return cases[0]?.result ?? undefined;
  }

  async createAgent(body: Readonly<Record<string, unknown>>): Promise<string> {
    return (await requestJson({ ...this.#to('POST', 'agents/create'), body, answer: record })).id;
  }

  async deleteAgent(id: string): Promise<void> {
    await requestJson({ ...this.#to('POST', `agents/delete?id=${id}`), answer: z.unknown() });
  }

  /** An agent as a text, which changes with it. */
  async stateOfAgent(id: string): Promise<string> {
    const agent = await requestJson({ ...this.#to('GET', `agents?id=${id}`), answer: z.unknown() });
    return JSON.stringify(agent);
  }

  #to<Method extends 'GET' | 'POST'>(method: Method, path: string) {
    const { base_url: base, access_token: token } = this.#connection;
    return { method, url: new URL(`${base.replace(/\/+$/, '')}/v1/${path}`), token } as const;
  }
}
