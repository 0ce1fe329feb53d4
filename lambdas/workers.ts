import { runCaseWorker } from './agent-tests/run-case.ts';
import { recordChangesWorker } from './audit/record-changes.ts';
import { collectFieldsWorker } from './calls/after-call/collect-fields.ts';
import { keepRecordingWorker } from './calls/after-call/keep-recording.ts';
import { answerWorker } from './calls/callbacks/answer.ts';
import { callStatusWorker } from './calls/callbacks/call-status.ts';
import { incomingWorker } from './calls/callbacks/incoming.ts';
import { incomingStatusWorker } from './calls/callbacks/incoming-status.ts';
import { machineDetectionWorker } from './calls/callbacks/machine-detection.ts';
import { recordingStatusWorker } from './calls/callbacks/recording-status.ts';
import { relayEndedWorker } from './calls/callbacks/relay-ended.ts';
import { transferEndedWorker } from './calls/callbacks/transfer-ended.ts';
import { transferKeyWorker } from './calls/callbacks/transfer-key.ts';
import { transferStatusWorker } from './calls/callbacks/transfer-status.ts';
import { transferWhisperWorker } from './calls/callbacks/transfer-whisper.ts';
import { dialWorker } from './calls/dialing/dial.ts';
import { hangUpWorker } from './calls/dialing/hang-up.ts';
import { scheduleDialingWorker } from './calls/dialing/schedule-dialing.ts';
import { reconcileWorker } from './calls/reconciliation/reconcile.ts';
import { checkSilenceWorker } from './calls/relay/check-silence.ts';
import { connectWorker } from './calls/relay/connect.ts';
import { disconnectWorker } from './calls/relay/disconnect.ts';
import { dueTurnWorker } from './calls/relay/due-turn.ts';
import { messageWorker } from './calls/relay/message.ts';
import { endAttemptsWorker } from './campaigns/end-attempts.ts';
import { importRecipientsWorker } from './campaigns/import-recipients.ts';
import { runCampaignsWorker } from './campaigns/run-campaigns.ts';
import { deliverWorker } from './deliveries/deliver.ts';
import { fanOutWorker } from './deliveries/fan-out.ts';
import { redeliverWorker } from './deliveries/redeliver.ts';
import { publishWorker } from './events/publish.ts';
import { openApiWorker } from './http/openapi.ts';
import { checkSecretsWorker } from './maintenance/check-secrets.ts';
import type { Worker } from './platform/worker.ts';
import { authorizerWorker } from './tokens/authorizer.ts';

/** Every function that is not an endpoint of the API, by the file (below this folder) that declares and serves it. */
export const workers: Readonly<Record<string, Worker>> = {
  'agent-tests/run-case': runCaseWorker,
  'calls/after-call/collect-fields': collectFieldsWorker,
  'calls/after-call/keep-recording': keepRecordingWorker,
  'tokens/authorizer': authorizerWorker,
  'http/openapi': openApiWorker,
  'audit/record-changes': recordChangesWorker,
  'calls/callbacks/answer': answerWorker,
  'calls/callbacks/call-status': callStatusWorker,
  'calls/callbacks/incoming': incomingWorker,
  'calls/callbacks/incoming-status': incomingStatusWorker,
  'calls/callbacks/machine-detection': machineDetectionWorker,
  'calls/callbacks/recording-status': recordingStatusWorker,
  'calls/callbacks/relay-ended': relayEndedWorker,
  'calls/callbacks/transfer-ended': transferEndedWorker,
  'calls/callbacks/transfer-key': transferKeyWorker,
  'calls/callbacks/transfer-status': transferStatusWorker,
  'calls/callbacks/transfer-whisper': transferWhisperWorker,
  'calls/relay/due-turn': dueTurnWorker,
  'calls/relay/check-silence': checkSilenceWorker,
  'calls/relay/connect': connectWorker,
  'calls/relay/disconnect': disconnectWorker,
  'calls/relay/message': messageWorker,
  'calls/dialing/dial': dialWorker,
  'calls/dialing/hang-up': hangUpWorker,
  'calls/dialing/schedule-dialing': scheduleDialingWorker,
  'campaigns/end-attempts': endAttemptsWorker,
  'campaigns/import-recipients': importRecipientsWorker,
  'campaigns/run-campaigns': runCampaignsWorker,
  'events/publish': publishWorker,
  'calls/reconciliation/reconcile': reconcileWorker,
  'maintenance/check-secrets': checkSecretsWorker,
  'deliveries/deliver': deliverWorker,
  'deliveries/fan-out': fanOutWorker,
  'deliveries/redeliver': redeliverWorker,
};
