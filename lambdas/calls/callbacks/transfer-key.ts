import { workerHandler } from '../../platform/worker.ts';
import { isAwaitingDecision } from '../model/transfer/transfer.ts';
import { loadCall } from '../store/calls.ts';
import { acceptTransfer, judgeTransfer } from '../store/transfers.ts';
import { callbackWorker, vendorCallback } from './signed-callback.ts';
import { emptyMarkup, hangUpMarkup } from './twiml/markup.ts';

export const transferKeyWorker = callbackWorker('transfer-key', {
  id: 'TransferKey',
  description: 'Connects a person who accepts a transferred call',
  tableActions: ['GetItem', 'UpdateItem'],
});

/** The key that accepts a transferred call; any other key declines it. */
const ACCEPT_KEY = '1';

/** Handles a person's keypress, or its absence: the accepting key connects them, unless the attempt is over. */
export const handler = workerHandler(
  transferKeyWorker,
  vendorCallback('transfer-key', async ({ table, key, call, form, attempt, arrivedAt: now }) => {
    if (!call || !isAwaitingDecision(call, attempt)) return hangUpMarkup();
    const { Digits: pressed = '', CallSid: sid } = form;
    if (pressed !== ACCEPT_KEY) {
      await judgeTransfer(table, call, pressed === '' ? 'no_answer' : 'declined');
      return hangUpMarkup();
    }
    if (await acceptTransfer(table, call, { sid, now })) return emptyMarkup();
    // A repeated callback gets the same response. Without instructions, the vendor connects the two parties.
    const current = await loadCall(table, key);
    const isAccepted = current?.transfer?.verdict === 'accepted' && isAwaitingDecision(current, attempt);
    return isAccepted ? emptyMarkup() : hangUpMarkup();
  }),
);
