import type { EndpointContract, Schema } from '../rest/endpoint.ts';
import { addToSteeringPool } from './account-connections/add-to-steering-pool.ts';
import { createAccountConnection } from './account-connections/create.ts';
import { deleteAccountConnection } from './account-connections/delete.ts';
import { getAccountConnection } from './account-connections/get.ts';
import { listAccountConnections } from './account-connections/list.ts';
import { removeFromSteeringPool } from './account-connections/remove-from-steering-pool.ts';
import { updateAccountConnection } from './account-connections/update.ts';
import { createAction } from './actions/create.ts';
import { deleteAction } from './actions/delete.ts';
import { getAction } from './actions/get.ts';
import { listActions } from './actions/list.ts';
import { updateAction } from './actions/update.ts';
import { createAgent } from './agents/create.ts';
import { deleteAgent } from './agents/delete.ts';
import { getAgent } from './agents/get.ts';
import { listAgents } from './agents/list.ts';
import { publishAgent } from './agents/publish.ts';
import { rollbackAgent } from './agents/rollback.ts';
import { updateAgent } from './agents/update.ts';
import { deleteAgentVersion } from './agents/versions/delete.ts';
import { getAgentVersion } from './agents/versions/get.ts';
import { listAgentVersions } from './agents/versions/list.ts';
import { listAuditEntries } from './audit/list.ts';
import { analyzeCall } from './calls/analyze.ts';
import { analyzeCalls } from './calls/analyze-batch.ts';
import { createCallBatch } from './calls/batch.ts';
import { createCall } from './calls/create.ts';
import { deleteCall } from './calls/delete.ts';
import { endCall } from './calls/end.ts';
import { getCall } from './calls/get.ts';
import { listCalls } from './calls/list.ts';
import { getRecording } from './calls/recording.ts';
import { listTurns } from './calls/turns.ts';
import { addDoNotCallNumbers } from './do-not-call/add.ts';
import { checkDoNotCallNumber } from './do-not-call/check.ts';
import { listDoNotCallHistory } from './do-not-call/history.ts';
import { listDoNotCallNumbers } from './do-not-call/list.ts';
import { removeDoNotCallNumbers } from './do-not-call/remove.ts';
import { buyNumber } from './numbers/buy.ts';
import { cancelNumber } from './numbers/cancel.ts';
import { deleteNumber } from './numbers/delete.ts';
import { getNumber } from './numbers/get.ts';
import { linkNumber } from './numbers/link.ts';
import { listNumbers } from './numbers/list.ts';
import { searchNumbers } from './numbers/search.ts';
import { updateNumber } from './numbers/update.ts';
import { createPrompt } from './prompts/create.ts';
import { deletePrompt } from './prompts/delete.ts';
import { getPrompt } from './prompts/get.ts';
import { listPrompts } from './prompts/list.ts';
import { updatePrompt } from './prompts/update.ts';
import { createRehearsal } from './rehearsals/create.ts';
import { forkRehearsal } from './rehearsals/fork.ts';
import { getRehearsal } from './rehearsals/get.ts';
import { sayInRehearsal } from './rehearsals/say.ts';
import { createSession } from './sessions/create.ts';
import { endSession } from './sessions/end.ts';
import { getCurrentSession } from './sessions/get-current.ts';
import { createToken } from './tokens/create.ts';
import { getToken } from './tokens/get.ts';
import { listTokens } from './tokens/list.ts';
import { revokeToken } from './tokens/revoke.ts';
import { rotateToken } from './tokens/rotate.ts';
import { getUsage } from './usage/get.ts';
import { createVectorDatabase } from './vector-databases/create.ts';
import { deleteVectorDatabase } from './vector-databases/delete.ts';
import { getVectorDatabase } from './vector-databases/get.ts';
import { listVectorDatabases } from './vector-databases/list.ts';
import { updateVectorDatabase } from './vector-databases/update.ts';
import { createVoice } from './voices/create.ts';
import { deleteVoice } from './voices/delete.ts';
import { getVoice } from './voices/get.ts';
import { listVoices } from './voices/list.ts';
import { updateVoice } from './voices/update.ts';
import { createWebhook } from './webhooks/create.ts';
import { deleteWebhook } from './webhooks/delete.ts';
import { getDelivery } from './webhooks/deliveries/get.ts';
import { listDeliveries } from './webhooks/deliveries/list.ts';
import { retryDelivery } from './webhooks/deliveries/retry.ts';
import { getWebhook } from './webhooks/get.ts';
import { listWebhooks } from './webhooks/list.ts';
import { replayWebhook } from './webhooks/replay.ts';
import { rotateWebhookSecret } from './webhooks/rotate-secret.ts';
import { testWebhook } from './webhooks/test.ts';
import { updateWebhook } from './webhooks/update.ts';

/** Every endpoint of the API, by the file (in this folder) that declares and serves it. */
export const catalogue: Readonly<Record<string, EndpointContract<Schema, Schema, Schema>>> = {
  'account-connections/add-to-steering-pool': addToSteeringPool,
  'account-connections/create': createAccountConnection,
  'account-connections/delete': deleteAccountConnection,
  'account-connections/get': getAccountConnection,
  'account-connections/list': listAccountConnections,
  'account-connections/remove-from-steering-pool': removeFromSteeringPool,
  'account-connections/update': updateAccountConnection,
  'actions/create': createAction,
  'actions/delete': deleteAction,
  'actions/get': getAction,
  'actions/list': listActions,
  'actions/update': updateAction,
  'agents/create': createAgent,
  'agents/delete': deleteAgent,
  'agents/get': getAgent,
  'agents/list': listAgents,
  'agents/publish': publishAgent,
  'agents/rollback': rollbackAgent,
  'agents/update': updateAgent,
  'agents/versions/delete': deleteAgentVersion,
  'agents/versions/get': getAgentVersion,
  'agents/versions/list': listAgentVersions,
  'audit/list': listAuditEntries,
  'calls/analyze': analyzeCall,
  'calls/analyze-batch': analyzeCalls,
  'calls/batch': createCallBatch,
  'calls/create': createCall,
  'calls/delete': deleteCall,
  'calls/end': endCall,
  'calls/get': getCall,
  'calls/list': listCalls,
  'calls/recording': getRecording,
  'calls/turns': listTurns,
  'do-not-call/add': addDoNotCallNumbers,
  'do-not-call/check': checkDoNotCallNumber,
  'do-not-call/history': listDoNotCallHistory,
  'do-not-call/list': listDoNotCallNumbers,
  'do-not-call/remove': removeDoNotCallNumbers,
  'numbers/buy': buyNumber,
  'numbers/cancel': cancelNumber,
  'numbers/delete': deleteNumber,
  'numbers/get': getNumber,
  'numbers/link': linkNumber,
  'numbers/list': listNumbers,
  'numbers/search': searchNumbers,
  'numbers/update': updateNumber,
  'prompts/create': createPrompt,
  'prompts/delete': deletePrompt,
  'prompts/get': getPrompt,
  'prompts/list': listPrompts,
  'prompts/update': updatePrompt,
  'rehearsals/create': createRehearsal,
  'rehearsals/fork': forkRehearsal,
  'rehearsals/get': getRehearsal,
  'rehearsals/say': sayInRehearsal,
  'sessions/create': createSession,
  'sessions/end': endSession,
  'sessions/get-current': getCurrentSession,
  'tokens/create': createToken,
  'tokens/get': getToken,
  'tokens/list': listTokens,
  'tokens/revoke': revokeToken,
  'tokens/rotate': rotateToken,
  'usage/get': getUsage,
  'vector-databases/create': createVectorDatabase,
  'vector-databases/delete': deleteVectorDatabase,
  'vector-databases/get': getVectorDatabase,
  'vector-databases/list': listVectorDatabases,
  'vector-databases/update': updateVectorDatabase,
  'voices/create': createVoice,
  'voices/delete': deleteVoice,
  'voices/get': getVoice,
  'voices/list': listVoices,
  'voices/update': updateVoice,
  'webhooks/create': createWebhook,
  'webhooks/delete': deleteWebhook,
  'webhooks/deliveries/get': getDelivery,
  'webhooks/deliveries/list': listDeliveries,
  'webhooks/deliveries/retry': retryDelivery,
  'webhooks/get': getWebhook,
  'webhooks/list': listWebhooks,
  'webhooks/replay': replayWebhook,
  'webhooks/rotate-secret': rotateWebhookSecret,
  'webhooks/test': testWebhook,
  'webhooks/update': updateWebhook,
};
