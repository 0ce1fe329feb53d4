const PAGED = 'A page at a time, the oldest first unless `sort_desc` says otherwise.';
const REFERRED_TO = 'Answers 409 while other records refer to it, and names some of them.';
const KEEPS = 'A field that is left out stays as it is.';
const KEEPS_TYPE = `${KEEPS} The type cannot be changed.`;

/** What the summary of an operation leaves out, by operation. */
export const operationDescriptions: Readonly<Record<string, string>> = {
  listAgents: PAGED,
  deleteAgent: REFERRED_TO,
  updateAgent: `${KEEPS} null clears an optional field.`,
  createAgent: 'Takes the newer or the older shape, and answers in the same shape.',
  listActions: PAGED,
  deleteAction: REFERRED_TO,
  updateAction: KEEPS_TYPE,
  endCall: 'A call that is over already is answered unchanged.',
  deleteCall: 'Deletes its recording, too, and what deliveries told of it.',
  getCall: 'The agent is a snapshot: as it was when the call was placed.',
  createCallBatch: 'The calls have the same agent. Each is placed or refused by itself, now or later.',
  getUsage: 'The minutes are those of calls in this calendar month (UTC).',
  createToken:
    'The only answer that has its text. Needs a token with the scope `tokens`, and gives no scope that this one lacks. A repeat with the same `Idempotency-Key` answers 409.',
  listTokens: 'Oldest first, without their texts.',
  rotateToken:
    'The new token has the name, the scopes and the end of the former one, which goes on working for `overlap_seconds`.',
  revokeToken: 'It may go on working for up to a minute.',
  listVoices: PAGED,
  deleteVoice: REFERRED_TO,
  updateVoice: KEEPS_TYPE,
  removeFromSteeringPool: 'The pool is that of a connection to a telephony account.',
  listAccountConnections: PAGED,
  deleteAccountConnection: REFERRED_TO,
  updateAccountConnection: KEEPS_TYPE,
  addToSteeringPool:
    'The pool is that of a connection to a telephony account. Without a number, adds every active number that you hold through the connection.',
  listPrompts: PAGED,
  deletePrompt: REFERRED_TO,
  updatePrompt: KEEPS,
  listVectorDatabases: PAGED,
  deleteVectorDatabase: REFERRED_TO,
  updateVectorDatabase: KEEPS,
  listWebhooks: PAGED,
  deleteWebhook: REFERRED_TO,
  updateWebhook: KEEPS,
  listDeliveries: 'Those of the last 30 days; those of the newest events come first.',
  getDelivery: 'Without an `id`, lists deliveries.',
  retryDelivery: 'The event keeps its `id`, and the schedule of attempts begins anew.',
  testWebhook: 'One sample of each kind of event that the webhook subscribes to.',
  replayWebhook: 'Delivers the events of a period once more; each keeps its `id`.',
  rotateWebhookSecret: 'The former secret signs as well for 24 hours.',
  listNumbers: `${PAGED} The version 2023-08 answers with a bare array of up to 250 numbers, whatever the size.`,
  getNumber: 'The agent is in compact form.',
  linkNumber: 'Your own account at the telephony vendor holds it.',
  updateNumber: `${KEEPS} Settings of the inbound agent change the agent that the number has, or create one.`,
  buyNumber: 'From the telephony vendor.',
  cancelNumber:
    'Ends calls from it and to it. A bought number goes back to the vendor; the vendor stops sending us the calls to a linked one. A number that is cancelled already is answered unchanged.',
};
