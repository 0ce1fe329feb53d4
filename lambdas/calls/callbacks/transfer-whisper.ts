import { MODEL_VARIABLES } from '../../agents/language-models.ts';
import { timezone } from '../../agents/model/settings.ts';
import { withSnapshot } from '../../agents/store/snapshots.ts';
import { PHRASES } from '../../conversation/model/phrases.ts';
import { languageModels } from '../../platform/grants.ts';
import { workerHandler } from '../../platform/worker.ts';
import { answererOf } from '../../vendors/model/call-status.ts';
import { callbackUrl } from '../callback-urls.ts';
import { resultOf } from '../model/machine-detection.ts';
import { isAwaitingDecision } from '../model/transfer/transfer.ts';
import { getCallWithSnapshot } from '../store/calls.ts';
import { judgeTransfer } from '../store/transfers.ts';
import { callbackWorker, vendorCallback } from './signed-callback.ts';
import { whisperOf } from './transfer/write-whisper.ts';
import { hangUpMarkup, whisperMarkup } from './twiml/markup.ts';

/** Seconds that a person has to press a key after the end of the whisper. */
const KEY_SECONDS = 8;

export const transferWhisperWorker = callbackWorker('transfer-whisper', {
  id: 'TransferWhisper',
  description: 'Speaks the whisper to the person whom a transfer calls',
  tableActions: ['GetItem', 'Query', 'UpdateItem'],
  grants: [languageModels],
  variables: [...MODEL_VARIABLES, timezone],
  // It waits for a model to write the whisper.
  isCallStep: true,
});

/** A person picked up at a transfer's number: they hear the whisper and accept the call with a key. */
export const handler = workerHandler(
  transferWhisperWorker,
  vendorCallback('transfer-whisper', async ({ table, key, call, form, attempt }) => {
    if (!call || !isAwaitingDecision(call, attempt) || call.transfer?.verdict !== undefined)
      return hangUpMarkup();
    const callWithSnapshot = await withSnapshot(table, call);
    if (!callWithSnapshot) return hangUpMarkup();
    const answerer = answererOf(form.AnsweredBy);
    if (answerer && resultOf(answerer) === 'no_human') {
      await judgeTransfer(table, call, 'machine');
      return hangUpMarkup();
    }
    const words = await whisperOf(table, callWithSnapshot);
    // The caller or callee may have hung up meanwhile.
    const current = await getCallWithSnapshot(table, key);
    if (!current || !isAwaitingDecision(current, attempt)) return hangUpMarkup();
    const { language } = callWithSnapshot.settings;
    const { whisper_question: question } = PHRASES[language];
    const whisper = { words, question, language, keySeconds: KEY_SECONDS };
    return whisperMarkup(whisper, await callbackUrl('transfer-key', key, attempt));
  }),
);
