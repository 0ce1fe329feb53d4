import { createHash } from 'node:crypto';
import { startModel } from 'vendor-simulators/model/model.ts';
import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { afterAll } from 'vitest';
import { type CaseMessage, caseMessage } from '../../lambdas/agent-tests/model/test-run.ts';
import { playCase } from '../../lambdas/agent-tests/play-case.ts';
import { runCase, runCaseWorker } from '../../lambdas/agent-tests/run-case.ts';
import { systemClock } from '../../lambdas/platform/clock.ts';
import { variablesOf } from '../../lambdas/platform/worker.ts';
import { Peer } from '../support/peer.ts';
import { startSecrets } from '../support/peers/secrets-server.ts';
import type { FunctionApi } from '../support/service/function-api.ts';
import { stubVariables, tableVariables } from '../support/table/variables.ts';

/** The queue of cases, for all tests of a file. */
export async function caseQueue() {
  const queue = { messages: [] as CaseMessage[], isDown: false };
  const sqs = new Peer(({ text }, response) => {
    if (queue.isDown)
      return response.writeHead(400).end('{"__type":"com.amazonaws.sqs#UnsupportedOperation"}');
    const { Entries } = JSON.parse(text) as { Entries: { Id: string; MessageBody: string }[] };
    queue.messages.push(...Entries.map(({ MessageBody }) => caseMessage.parse(JSON.parse(MessageBody))));
    const Successful = Entries.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    }));
    return response.end(JSON.stringify({ Successful, Failed: [] }));
  });
  afterAll(() => sqs.close());
  return Object.assign(queue, { url: `${await sqs.listen()}/1/test-cases` });
}

/** The workers of cases and their queue; their model answers by these rules. */
export async function caseWorkers(api: FunctionApi, replies: readonly RuleInput[]) {
  const model = await startModel({ replies });
  const stopSecrets = await startSecrets({ api_key: 'key' });
  const { messages: queued, url } = await caseQueue();
  stubVariables(variablesOf(runCaseWorker), {
    ...(await tableVariables(api.table)),
    TEST_CASES_URL: url,
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'scripted',
    LLM_SECRET_ARN: 'llm',
  });
  afterAll(() => Promise.all([model.close(), stopSecrets()]));
  const work = (message: CaseMessage, play = playCase) =>
    runCase(message, { table: api.table, now: systemClock, play });
  const runOf = async (id: string) => (await api.run('tests/runs', { query: { id } })).body;

  /** Works the queue off, and returns a run. */
  async function finished(id: string) {
    for (const message of queued.splice(0)) await work(message);
    return runOf(id);
  }

  return { queued, work, runOf, finished };
}
