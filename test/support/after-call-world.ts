import { randomUUID } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import { startModel } from 'vendor-simulators/model/model.ts';
import { afterAll } from 'vitest';
import { collectFieldsWorker, handler } from '../../lambdas/calls/after-call/collect-fields.ts';
import { analyzeCall } from '../../lambdas/calls/endpoints/analyses.ts';
import { loadCall } from '../../lambdas/calls/store/calls.ts';
import { variablesOfEndpoint } from '../../lambdas/http/endpoint.ts';
import { variablesOf } from '../../lambdas/platform/worker.ts';
import staging from './environments/staging.ts';
import { keptOf } from './kept-messages.ts';
import { startSecrets } from './peers/secrets-server.ts';
import { tableOfFile } from './table/table.ts';
import { stubVariables, tableVariables } from './table/variables.ts';

/** Tokens that a user may use in a day. */
export const QUOTA = 200_000;

/** A table, a model and the secrets, for the function that asks models about finished calls. */
export async function afterCallWorld() {
  const table = await tableOfFile();
  const model = await startModel({});
  const stopSecrets = await startSecrets({ api_key: 'key-of-the-platform' });
  stubVariables([...variablesOf(collectFieldsWorker), ...variablesOfEndpoint(analyzeCall())], {
    ...(await tableVariables(table)),
    QUOTAS: JSON.stringify({ ...staging.quotas, model_tokens: QUOTA }),
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'any',
    LLM_SECRET_ARN: 'llm',
    USER_REQUESTS_PER_SECOND: '1000',
    USER_REQUESTS_AT_ONCE: '1000',
    PLATFORM_MODELS: '{"llm_vendor_a":["any"],"llm_vendor_b":[]}',
  });
  afterAll(() => Promise.all([model.close(), stopSecrets()]));
  return {
    table,
    model,
    /**
     * Lets the function handle an event of a call for the nth time. Returns the call afterwards, and the number of
     * failures.
     */
    async handle(
      { id, user_id }: { readonly id: string; readonly user_id: string },
      {
        type,
        payload = {},
        attempt = 1,
      }: { readonly type: string; readonly payload?: object; readonly attempt?: number },
    ) {
      const detail = {
        id: randomUUID(),
        type,
        user_id,
        call_id: id,
        webhook_id: null,
        timestamp: '2026-01-01T00:00:00.000Z',
        payload,
      };
      const record = {
        messageId: '1',
        body: JSON.stringify({ detail }),
        attributes: { ApproximateReceiveCount: String(attempt) },
      };
      const failures = await keptOf(handler({ Records: [record] } as unknown as SQSEvent), 1);
      const call = await loadCall(table, { userId: user_id, callId: id });
      return { failures, call };
    },
  };
}
