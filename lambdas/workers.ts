import { collectFieldsWorker } from './after-call/collect-fields.ts';
import { keepRecordingWorker } from './after-call/keep-recording.ts';
import { authorizerWorker } from './api/authorizer.ts';
import { openApiWorker } from './api/openapi.ts';
import { recordChangesWorker } from './audit/record-changes.ts';
import { answerWorker } from './callbacks/answer.ts';
import { callStatusWorker } from './callbacks/call-status.ts';
import { incomingWorker } from './callbacks/incoming.ts';
import { incomingStatusWorker } from './callbacks/incoming-status.ts';
import { machineDetectionWorker } from './callbacks/machine-detection.ts';
import { recordingStatusWorker } from './callbacks/recording-status.ts';
import { relayEndedWorker } from './callbacks/relay-ended.ts';
import { transferEndedWorker } from './callbacks/transfer-ended.ts';
import { transferKeyWorker } from './callbacks/transfer-key.ts';
import { transferStatusWorker } from './callbacks/transfer-status.ts';
import { transferWhisperWorker } from './callbacks/transfer-whisper.ts';
import { checkSilenceWorker } from './conversation/check-silence.ts';
import { connectWorker } from './conversation/connect.ts';
import { disconnectWorker } from './conversation/disconnect.ts';
import { dueTurnWorker } from './conversation/due-turn.ts';
import { messageWorker } from './conversation/message.ts';
import { dialWorker } from './dialing/dial.ts';
import { hangUpWorker } from './dialing/hang-up.ts';
import { scheduleDialingWorker } from './dialing/schedule-dialing.ts';
import { publishWorker } from './events/publish.ts';
import { reconcileWorker } from './reconciliation/reconcile.ts';
import type { Worker } from './runtime/worker.ts';
import { checkSecretsWorker } from './upkeep/check-secrets.ts';
import { deliverWorker } from './webhooks/deliver.ts';
import { fanOutWorker } from './webhooks/fan-out.ts';
import { redeliverWorker } from './webhooks/redeliver.ts';

/** Every function that is no endpoint of the API, by the file (below this folder) that declares and serves it. */
export const workers: Readonly<Record<string, Worker>> = {
  'after-call/collect-fields': collectFieldsWorker,
  'after-call/keep-recording': keepRecordingWorker,
  'api/authorizer': authorizerWorker,
  'api/openapi': openApiWorker,
  'audit/record-changes': recordChangesWorker,
  'callbacks/answer': answerWorker,
  'callbacks/call-status': callStatusWorker,
  'callbacks/incoming': incomingWorker,
  'callbacks/incoming-status': incomingStatusWorker,
  'callbacks/machine-detection': machineDetectionWorker,
  'callbacks/recording-status': recordingStatusWorker,
  'callbacks/relay-ended': relayEndedWorker,
  'callbacks/transfer-ended': transferEndedWorker,
  'callbacks/transfer-key': transferKeyWorker,
  'callbacks/transfer-status': transferStatusWorker,
  'callbacks/transfer-whisper': transferWhisperWorker,
  'conversation/due-turn': dueTurnWorker,
  'conversation/check-silence': checkSilenceWorker,
  'conversation/connect': connectWorker,
  'conversation/disconnect': disconnectWorker,
  'conversation/message': messageWorker,
  'dialing/dial': dialWorker,
  'dialing/hang-up': hangUpWorker,
  'dialing/schedule-dialing': scheduleDialingWorker,
  'events/publish': publishWorker,
  'reconciliation/reconcile': reconcileWorker,
  'upkeep/check-secrets': checkSecretsWorker,
  'webhooks/deliver': deliverWorker,
  'webhooks/fan-out': fanOutWorker,
  'webhooks/redeliver': redeliverWorker,
};
