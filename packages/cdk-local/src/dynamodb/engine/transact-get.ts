import { z } from 'zod';
import { type Answer, answerOf, isObject, validationRefusal } from '../store/answer.ts';
import { type OperationSource, prepareOperation } from './prepared-operation.ts';
import { transactionCapacity } from './transaction-capacity.ts';

const transactGetInput = z.object({
  TransactItems: z
    .array(z.object({ Get: z.record(z.string(), z.unknown()) }))
    .min(1)
    .max(100),
  ReturnConsumedCapacity: z.string().nullish(),
});

/** TransactGetItems. The caller excludes writers, so the items are consistent. */
export function transactGet(source: OperationSource, input: unknown): Promise<Answer> {
  return answerOf(async () => {
    const { success, data } = transactGetInput.safeParse(input);
    if (!success) throw validationRefusal('TransactItems must be a list of 1 to 100 objects with a Get each');
    const { ReturnConsumedCapacity } = data;
    const gets = data.TransactItems.map(({ Get }) =>
      prepareOperation(source, 'GetItem', { ...Get, ConsistentRead: true, ReturnConsumedCapacity }),
    );
    const results = await Promise.all(gets.map(({ run }) => run()));
    const Responses = results.map((result) => (isObject(result) && result.Item ? { Item: result.Item } : {}));
    return { Responses, ...transactionCapacity(results) };
  });
}
