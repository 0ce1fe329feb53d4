import { z } from 'zod';
import { gottenUnits } from '../capacity/capacity-units.ts';
import { transactionCapacity, transactionLoads } from '../capacity/consumed-capacity.ts';
import { type Answer, answerOf, isObject, validationRefusal } from '../store/answer.ts';
import type { Load } from '../store/load.ts';
import { admitTransaction } from './admit-transaction.ts';
import { type OperationSource, prepareOperation } from './prepared-operation.ts';

const transactGetInput = z.object({
  TransactItems: z
    .array(z.object({ Get: z.record(z.string(), z.unknown()) }))
    .min(1)
    .max(100),
  ReturnConsumedCapacity: z.string().nullish(),
});

/** TransactGetItems. The caller excludes writers, so the items are consistent. */
export async function transactGet(source: OperationSource, input: unknown): Promise<Answer> {
  let loads: readonly Load[] = [];
  const answer = await answerOf(async () => {
    const { success, data } = transactGetInput.safeParse(input);
    if (!success) throw validationRefusal('TransactItems must be a list of 1 to 100 objects with a Get each');
    const detail = data.ReturnConsumedCapacity;
    const gets = data.TransactItems.map(({ Get }) => prepareOperation(source, 'GetItem', Get));
    const results = await Promise.all(gets.map(({ run }) => run()));
    const Responses = results.map((result) => (isObject(result) && result.Item ? { Item: result.Item } : {}));
    loads = admitTransaction(
      gets.map(({ store }) => transactionLoads(gottenUnits(store, () => true))),
      source,
    );
    return { Responses, ...transactionCapacity(loads, { detail, unit: 'ReadCapacityUnits' }) };
  });
  return answer.status === 200 ? { ...answer, loads } : answer;
}
