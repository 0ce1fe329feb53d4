import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { removeNumber, storeCancellation } from '../../../lambdas/numbers/store/cancel-number.ts';
import { addNumber, findNumber } from '../../../lambdas/numbers/store/numbers.ts';
import { storedNumber } from '../../support/table/held-number.ts';
import { interposed } from '../../support/table/interposed.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

it('a cancelled number can be deleted although its user has just bought it again', async () => {
  const userId = randomUUID();
  const [old, again] = [storedNumber({ user_id: userId }), storedNumber({ user_id: userId })];
  await addNumber(table, old);
  await storeCancellation(table, old, new Date());
  let isFirst = true;
  const interrupted = interposed(table, async ({ input }) => {
    if (isFirst && input.TransactItems) {
      isFirst = false;
      await addNumber(table, again);
    }
  });

  const deleted = await removeNumber(interrupted, old);

  expect(deleted).toBe(true);
  expect(await findNumber(table, userId, old.number)).toMatchObject({ id: again.id, active: true });
});
