import { randomUUID } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { cancelNumber, deleteNumber } from '../../../lambdas/store/numbers/cancel-number.ts';
import { addNumber, findNumber } from '../../../lambdas/store/numbers/numbers.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { storedNumber } from '../../support/table/held-number.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

/** The table, with an action right before its next transaction. */
function beforeTransaction({ client, name }: Table, happen: () => Promise<unknown>): Table {
  let pending = true;
  const send = async (command: never) => {
    const interrupts = pending && (command as object) instanceof TransactWriteCommand;
    if (interrupts) {
      pending = false;
      await happen();
    }
    return client.send(command);
  };
  return { name, client: Object.assign(Object.create(client), { send }) };
}

it('a cancelled number can be deleted although its user has just bought it again', async () => {
  const userId = randomUUID();
  const [old, again] = [storedNumber({ user_id: userId }), storedNumber({ user_id: userId })];
  await addNumber(table, old);
  await cancelNumber(table, old, new Date());
  const interrupted = beforeTransaction(table, () => addNumber(table, again));

  const deleted = await deleteNumber(interrupted, old);

  expect(deleted).toBe(true);
  expect(await findNumber(table, userId, old.number)).toMatchObject({ id: again.id, active: true });
});
