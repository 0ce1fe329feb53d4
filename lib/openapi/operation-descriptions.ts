const PAGED = 'Paged, oldest first unless `sort_desc` is true.';
const PAGED_SINCE_2024 = `${PAGED} Version 2023-08 ignores \`size\` and returns a bare array of up to 100.`;
const REFERRED_TO = 'Answers 409 while other records refer to this one, and lists some of them.';
const CREATES = 'Agents can then use it by its `id`.';
const KEEPS = 'A field that you leave out stays unchanged. null clears a field that may be null.';
const KEEPS_TYPE = `${KEEPS} You cannot change the type.`;

/** Details that the summary of an operation omits, by operation. */
export const operationDescriptions: Readonly<Record<string, string>> = {
  getAccountConnection: 'Includes the credentials of the account.',
  createAccountConnection: CREATES,
  getAction: 'An action belongs to you, so several agents can have it.',
  createAction: CREATES,
  createCall:
    'Answers at once, before the call is dialed. `GET /v1/calls` and the events of a webhook tell how it goes.',
  getRecording:
    'Redirects to the recording. Answers 404 if none was made, it is not ready, or it has expired.',
  deleteNumber: 'Answers 409 if the number is still active.',
  getPrompt: 'Its template, if it has one, is inline.',
  createPrompt: CREATES,
  getRehearsal: 'Includes what was said so far.',
  createTest: 'The body is the test itself, as in its file. Nothing is run.',
  getTest: 'Returns the test as it was written.',
  listTests: PAGED,
  updateTest: 'The test must be complete after the changes.',
  deleteTest: 'Runs of the test remain.',
  runTests:
    'Plays tests with the code of calls, without a telephone: nothing is dialed, delivered or counted as a call. Tests and agents are read when the run is created, so later changes do not matter. Get the run to follow its progress.',
  getTestRun: 'Includes its cases: all of them, or one with its result. Runs are kept for 30 days.',
  createTestFromCall:
    'Returns a test that is not stored, with notes on what the record of the call lacks. It has the contact’s turns, the recorded answers of the tools, and each tool call and the end as expectations. The token must be able to read calls.',
  replayCalls:
    'Plays the contact’s turns of recorded calls with a version of their agent, and compares its decisions with the record, or with another version. Creates a test run with one case per call. The token must be able to read calls.',
  listTestRuns: 'Newest first, without their cases.',
  getToken: 'The text of a token is only in the answer that creates it.',
  getVectorDatabase: 'Includes your key at the vendor.',
  createVectorDatabase: CREATES,
  getVoice: 'Includes your key at the vendor, if it has one.',
  createVoice: CREATES,
  getWebhook: 'Includes the secret that signs deliveries.',
  createWebhook: 'The answer includes the secret that signs deliveries.',
  listAgents: PAGED_SINCE_2024,
  getAgent: 'Compact by default, in full with `view=full` or since version 2024-08-27.',
  deleteAgent: REFERRED_TO,
  updateAgent: KEEPS,
  publishAgent:
    'Without `version`, publishes the agent as it is now. With `version`, publishes that version, or a split of versions by weight. Calls under way keep their version. Answers 409 if a record that the version needs was deleted.',
  rollbackAgent:
    'Gives the agent, its prompt, its voice and its actions the content of the version. This creates a new version, which is published at once. Answers 409 if one of these records was deleted, or was changed while other agents use it. The answer lists them.',
  listAgentVersions:
    'Newest first unless `sort_desc` is false. Each update that changes something creates a version. If you change the prompt, the voice or an action directly, the next call creates one. An agent keeps up to 50 versions, of at most 2 MB in total. Beyond that, the oldest are dropped, except those that are published or named by a number.',
  getAgentVersion:
    'Includes the content: the settings, the prompt, the voice and the actions as they were, without secrets.',
  deleteAgentVersion: 'Answers 409 if the version is the latest one, is published, or is named by numbers.',
  createAgent:
    'Accepts the newer or the older shape, and answers in the same shape. A body with the prompt as text has the older shape, unless only the newer one accepts it, for example because of an inline webhook.',
  listActions: PAGED_SINCE_2024,
  deleteAction: REFERRED_TO,
  testAction:
    'Sends the request of a stored or a new external action, as a rehearsal does, and returns the request and your service’s answer. A new action is not stored. Your service may act on the request. The hourly limit is that of rehearsals, counted separately.',
  updateAction: KEEPS_TYPE,
  endCall: 'Returns a finished call unchanged.',
  deleteCall: 'Also deletes its recording and its data in deliveries.',
  listCalls:
    'Newest first unless `sort_desc` is false. With filters, `total` counts the calls found up to here. `total_is_estimated` is true while more calls may match.',
  getCall: 'Shows the agent as it was when the call was placed (its snapshot).',
  analyzeCall:
    'Uses the `analysis` that the agent has now, or had when the call was placed. You can analyze a call ten times. The tokens count towards the quota `model_tokens`.',
  analyzeCalls: 'Analyzes or refuses each call by itself, like `POST /v1/calls/analyze`.',
  listTurns:
    'In the order of the call. During a call, lists the turns so far, without the one being spoken. After the call, lists the turns that fit into its record, like the transcript.',
  createCallBatch:
    'All calls have the same agent. Each is placed or refused by itself, now or later. Without an `Idempotency-Key`, a repeat of the batch is refused for ten minutes after it placed calls (409 `repeated_batch`).',
  getUsage: 'The minutes count calls of this calendar month (UTC).',
  listAuditEntries:
    'Newest first. Entries are kept for a year. A change appears a few seconds after it was made. For calls, only your requests are listed: create, end and delete.',
  createRehearsal:
    'Tries an agent out without a telephone. Nobody is called, no event is delivered, and only the language model is billed. External actions run; their requests have `rehearsal: true`. Transfers and conferences are reported, not dialed. No number is added to the do-not-call list. A rehearsal is kept for seven days. With `draft`, it uses changes of the agent that are not stored.',
  forkRehearsal:
    'Creates another rehearsal, with the turns before a line of the caller. The actions in these turns do not run again.',
  sayInRehearsal:
    'Returns the agent’s answer, within 29 seconds. A line that you send meanwhile interrupts the agent. A rehearsal accepts 60 lines, for an hour, up to one megabyte of turns. Further lines are refused (409, `rehearsal_over`).',
  createSession:
    'For a web page that is served together with this API. Send an access token, or the code of a sign-in link, which works once. The session has the scopes of the token, or fewer. It lasts eight hours, but no longer than the token. The token of the session is only in the cookie, where no script can read it.',
  getCurrentSession: 'Returns the session, or the access token, that authorizes the request.',
  endSession:
    'Revokes the token of the request if it belongs to a session, and removes the cookie. An access token keeps working.',
  createToken:
    'Only this answer contains the text of the token. Your own token needs the scope `tokens`, and cannot grant a scope that it lacks. The new token ends no later than your own, and when your own is revoked. A repeat with the same `Idempotency-Key` gets 409.',
  listTokens:
    'Oldest first, without their texts. Includes the sessions of people who signed in to the console.',
  rotateToken:
    'The new token has the name, the scopes, the expiry and the maker of the old one, and takes its place: it ends if you revoke the old one before that expires. The old token keeps working for `overlap_seconds`, and gets no second successor (409) unless the first is revoked. Your own token must work as long as the old one.',
  revokeToken:
    'All that the token made ends with it, and so does its successor, unless the token had expired. They may keep working for up to a minute. Your own token needs the scopes of the token, unless it revokes itself.',
  listVoices: PAGED_SINCE_2024,
  deleteVoice: REFERRED_TO,
  updateVoice: KEEPS_TYPE,
  removeFromSteeringPool: 'The pool belongs to a connection to a telephony account.',
  checkAccountConnection:
    'Asks the vendor with the stored credentials, without a cost: for the telephony account, or for the list of language models.',
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
  checkVectorDatabase: 'Searches for “test” in the index, with the stored key.',
  updateVectorDatabase: KEEPS,
  listWebhooks: PAGED_SINCE_2024,
  deleteWebhook: REFERRED_TO,
  updateWebhook: KEEPS,
  listDeliveries: 'Lists deliveries of the last 30 days, newest events first.',
  getDelivery: 'Without an `id`, lists deliveries.',
  retryDelivery: 'The event keeps its `id`, and the schedule of attempts restarts.',
  testWebhook: 'Sends one sample of each kind of event to which the webhook subscribes.',
  replayWebhook: 'Delivers the events of a period again. Each event keeps its `id`.',
  rotateWebhookSecret: 'For 24 hours, the old secret signs each delivery as well.',
  listDoNotCallNumbers: 'In the order of the numbers.',
  addDoNotCallNumbers:
    'Takes up to 1,000 numbers. A number that is already listed keeps its entry. Calls to listed numbers are refused (409 `do_not_call`), including scheduled and waiting calls.',
  removeDoNotCallNumbers: 'Takes up to 1,000 numbers. Each entry moves to the history of its number.',
  searchNumbers:
    'Lists local numbers for sale, and their monthly price with its source. Buy one with `POST /v1/numbers/buy` and its `phone_number`. A search reserves and stores nothing. You may search 20 times a minute.',
  checkDoNotCallNumber: 'Also returns the entry of the number.',
  listDoNotCallHistory:
    'Lists each period in which the number was on the list, newest first. Each has the time and the reason of its addition and of its removal.',
  listNumbers: `${PAGED} Version 2023-08 ignores \`size\` and returns a bare array of up to 250 numbers.`,
  getNumber: 'Shows the agent in compact form.',
  linkNumber: 'Takes a number that belongs to your own account at the telephony vendor.',
  updateNumber: `${KEEPS} Settings under \`inbound_agent\` change the number’s agent, or create one.`,
  buyNumber: 'Buys the number from the telephony vendor.',
  cancelNumber:
    'Ends calls from and to the number, also scheduled ones. A bought number goes back to the vendor. For a linked number, the vendor stops sending its calls to the service. Returns a cancelled number unchanged.',
};
