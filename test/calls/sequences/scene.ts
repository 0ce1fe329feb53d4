import { startModel } from 'vendor-simulators/model/model.ts';
import { expect } from 'vitest';
import { type Aws, startAws, TABLE } from './aws.ts';
import { startFunctions, stubEnvironment } from './functions.ts';
import { startVendor } from './vendor.ts';

const RULES = [
  { when: { last_user: '^hold' }, tool_call: { name: 'set_hold' } },
  { when: { last_user: '^goodbye' }, tool_call: { name: 'end_conversation' } },
  { when: { last_user: '^transfer' }, tool_call: { name: 'transfer_call' } },
  { when: { last_user: '^stumble' }, fault: 'http_500' as const },
  { when: { last_user: '^slowly' }, reply: '${last_user}', token_ms: 20 },
  { reply: '${last_user}' },
];

/** The environment of sequences: AWS, the vendor, a language model, and the functions. */
export async function startScene() {
  const [aws, vendor, model] = await Promise.all([
    startAws(),
    startVendor(),
    startModel({ apiKey: 'key', replies: RULES }),
  ]);
  stubEnvironment({ aws, vendor: vendor.url, model: model.url });
  const functions = await startFunctions();
  const publishAll = await publisher(aws);
  const close = () => Promise.all([aws.close(), vendor.close(), model.close()]);
  return { aws, vendor, functions, publishAll, close };
}

export type Scene = Awaited<ReturnType<typeof startScene>>;

/** Publishes the records of the table's stream, in order. */
async function publisher(aws: Aws): Promise<() => Promise<void>> {
  const { handler } = await import('../../../lambdas/events/publish.ts');
  const cursor = aws.database.stream(TABLE, 'publish-events');
  const run = async () => {
    for (let Records = await cursor.read(100); Records.length > 0; Records = await cursor.read(100)) {
      expect(await handler({ Records } as never)).toEqual({ batchItemFailures: [] });
      await cursor.checkpoint(Records.at(-1)!.dynamodb.SequenceNumber);
    }
  };
  let former: Promise<unknown> = Promise.resolve();
  return () => {
    const running = former.then(run);
    former = running.catch(() => undefined);
    return running;
  };
}
