const PAGED = 'Paged, oldest first unless `sort_desc` is true.';
const REFERRED_TO = 'Answers 409 while other records refer to it, and lists some of them.';
const KEEPS = 'A missing field stays unchanged. null clears a field that may be null.';
const KEEPS_TYPE = `${KEEPS} The type cannot be changed.`;

/** Details that the summary of an operation omits, by operation. */
export const operationDescriptions: Readonly<Record<string, string>> = {
  listAgents: PAGED,
  deleteAgent: REFERRED_TO,
  updateAgent: KEEPS,
  createAgent: 'Accepts the newer or the older shape, and answers in the same shape.',
  listActions: PAGED,
  deleteAction: REFERRED_TO,
  updateAction: KEEPS_TYPE,
  endCall: 'A call that is over is returned unchanged.',
  deleteCall: 'Also deletes its recording and its data in deliveries.',
  listCalls:
    'Newest first unless `sort_desc` is false. Since version 2026-11 it answers a page; older versions answer a bare array. With filters, `total` counts the calls that were found so far, and `total_is_estimated` is true while others may match.',
  getCall: 'The agent is a snapshot from when the call was placed.',
  createCallBatch: 'The calls have the same agent. Each is placed or refused by itself, now or later.',
  getUsage: 'The minutes count calls of this calendar month (UTC).',
  listAuditEntries:
    'Newest first, kept for a year. A change is listed some moments after it was made. Changes of calls are those that you ask for: create, end and delete.',
  createToken:
    'The only answer that contains its text. Requires a token with the scope `tokens`, which cannot grant a scope that it lacks. A repeat with the same `Idempotency-Key` gets 409.',
  listTokens: 'Oldest first, without their texts.',
  rotateToken:
    'The new token has the name, the scopes and the expiry of the former one, which keeps working for `overlap_seconds`.',
  revokeToken: 'It may keep working for up to a minute.',
  listVoices: PAGED,
  deleteVoice: REFERRED_TO,
  updateVoice: KEEPS_TYPE,
  removeFromSteeringPool: 'The pool belongs to a connection to a telephony account.',
  listAccountConnections: PAGED,
  deleteAccountConnection: REFERRED_TO,
  updateAccountConnection: KEEPS_TYPE,
  addToSteeringPool:
    'The pool belongs to a connection to a telephony account. Without a number, adds every active number of the connection.',
  listPrompts: PAGED,
  deletePrompt: REFERRED_TO,
  updatePrompt: KEEPS,
  listVectorDatabases: PAGED,
  deleteVectorDatabase: REFERRED_TO,
  updateVectorDatabase: KEEPS,
  listWebhooks: PAGED,
  deleteWebhook: REFERRED_TO,
  updateWebhook: KEEPS,
  listDeliveries: 'Deliveries of the last 30 days, newest events first.',
  getDelivery: 'Without an `id`, lists deliveries.',
  retryDelivery: 'The event keeps its `id`, and the schedule of attempts restarts.',
  testWebhook: 'Sends one sample of each kind of event to which the webhook subscribes.',
  replayWebhook: 'Delivers the events of a period again; each keeps its `id`.',
  rotateWebhookSecret: 'The replaced secret still signs for 24 hours, too.',
  listDoNotCallNumbers: 'In the order of the numbers.',
  addDoNotCallNumbers:
    'Up to 1,000 numbers; a number that is listed keeps its entry. Calls to them are refused (409 `do_not_call`), also those that are scheduled or waiting.',
  removeDoNotCallNumbers: 'Up to 1,000 numbers. Each entry becomes part of the history of its number.',
  checkDoNotCallNumber: 'Also gives its entry.',
  listDoNotCallHistory: 'Each stay of the number on the list, the newest first, with both reasons and times.',
  listNumbers: `${PAGED} The version 2023-08 answers a bare array of up to 250 numbers, whatever the size.`,
  getNumber: 'The agent is in compact form.',
  linkNumber: 'The number belongs to your own account at the telephony vendor.',
  updateNumber: `${KEEPS} Settings of the inbound agent change the number’s agent, or create one.`,
  buyNumber: 'Buys it from the telephony vendor.',
  cancelNumber:
    'Ends calls from it and to it. A bought number goes back to the vendor; for a linked one the vendor stops sending us its calls. A cancelled number is returned unchanged.',
};
