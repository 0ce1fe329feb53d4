/** Descriptions of prompts, vector databases and account connections. */
export const recordDescriptions = {
  ShownToken: 'An access token, without its text.',
  'ShownToken.kind':
    'Whether this is an access token, the session of a person who signed in to the console, or a sign-in link.',
  'Token.name': 'Your name for the token; null if it has none.',
  'Token.scopes': 'What the token permits; null if it permits everything.',
  'Token.api_version':
    'The version of the API for requests without the header `Api-Version`; null if it pins none.',
  'Token.vendor_words':
    'Whether its requests and answers name vendors, as those of the original interface did.',
  'Token.created_at': 'When it was created: ISO 8601, UTC.',
  'Token.expires_at': 'When it expires: ISO 8601, UTC; null if it does not expire.',
  'ShownToken.last_used_at':
    'When it was last used: ISO 8601, UTC; null if it was never used. The last use may be up to five minutes later than shown.',
  'Token.made_by':
    'The id of the token that made it, or of the successor of that; null if the operator or a sign-in link made it. It ends when that token is revoked.',
  NewToken: 'A new access token with its text, which no other answer contains.',
  'NewToken.kind': 'Always `access`.',
  'NewToken.last_used_at': 'Always null: a new token was never used.',
  'NewToken.access_token': 'The text of the token. Send it as `Authorization: Bearer <access_token>`.',
  TokenInput: 'A new access token.',
  'TokenInput.name': 'Your name for the token.',
  'TokenInput.scopes': 'What the token permits: at least one scope.',
  'TokenInput.api_version':
    'The version of the API for requests without the header `Api-Version`, for programs that cannot send it.',
  'TokenInput.vendor_words':
    'Whether requests and answers of the token name vendors, as those of the original interface did: `voice_azure` for `voice_vendor_a`, for example. This document has the neutral words.',
  'TokenInput.expires_at':
    'When the token expires: ISO 8601 with an offset; absent or null if it works as long as your own.',
  SessionInput: 'A session of the console.',
  'SessionInput.name': 'Your name for the session, shown in the list of tokens.',
  'SessionInput.scopes': 'What the session permits: scopes that the token has. Absent for all of them.',
  RotationInput: 'How long the old token keeps working.',
  'RotationInput.overlap_seconds': 'Seconds for which the old token keeps working.',
  Scope: 'What a token permits: `read`, `write`, `calls`, `tokens`, or one group of operations.',

  Prompt: 'The instructions of an agent.',
  ListedPrompt: 'A prompt in a list: with its template by id.',
  'ListedPrompt.prompt_template': 'The template of the prompt, by id; null if it has none.',
  PromptInput: 'A new prompt.',
  PromptText: 'The text of a prompt. A UUID is read as the id of a prompt instead.',
  PromptUpdateInput: 'The fields of the prompt to change; a field that you leave out stays unchanged.',
  PromptChangeInput:
    'The fields of the agent’s prompt to change; a field that you leave out stays unchanged. Other agents with this prompt change, too.',
  'Prompt.content': `The text. \${name} stands for a value of the call’s context.`,
  'Prompt.collect_fields': 'The fields that the agent collects in a call.',
  'Prompt.collect_fields.field_type':
    'The kind of value. field_type_email: an e-mail address. field_type_address: a postal address in one line of at most 500 characters. field_type_keypad: 1 to 32 keys that the caller presses on the telephone; the agent must listen for keys (dtmf_input).',
  'Prompt.collect_fields.label': 'What the agent calls the field in conversation.',
  'Prompt.collect_fields.name': 'The name of the field in `collected_fields`.',
  'Prompt.collect_fields.description': 'Tells the agent what the value is for.',
  'Prompt.context_endpoint':
    'URL of an endpoint that supplies the context of a call; null for none. An endpoint of the agent takes precedence.',
  'Prompt.prompt_template': 'What the call’s context must have; null for no requirements.',
  'PromptInput.prompt_template':
    'What the call’s context must have: a template, by its id or as an object; null for none. An object with an `id` names an existing template. An object without one becomes a new template.',
  'PromptUpdateInput.prompt_template':
    'What the call’s context must have: a template, by its id or as an object; null for none. An object with an `id` names an existing template. An object without one becomes a new template.',
  'PromptChangeInput.prompt_template':
    'What the call’s context must have: a template, by its id or as an object; null for none. An object with an `id` names an existing template. An object without one becomes a new template.',
  PromptTemplate: 'What the context of calls with a prompt must have.',
  PromptTemplateInput: 'A new template of a prompt.',
  'PromptTemplate.required_context_keys':
    'Keys that the context of every call must have. If one is missing, the call ends with the status error. If the call was answered, the callee first hears a sentence.',
  'PromptTemplate.label': 'Your label for the template.',

  AccountConnectionCheck: 'What the vendor says of the credentials.',
  'AccountConnectionCheck.ok': 'Whether the vendor accepts them.',
  'Check.message': 'What is wrong, or that nothing is, as text for people. The text may change.',

  VectorDatabaseCheck: 'What came of a search.',
  'VectorDatabaseCheck.ok': 'Whether the search succeeded, also without a result.',

  VectorDatabase: 'A vector database that an agent searches.',
  VectorDatabaseInput: 'A new vector database.',
  VectorDatabaseUpdateInput:
    'The fields of the vector database to change; a field that you leave out stays unchanged.',
  'VectorDatabase.type': 'The vendor of the database.',
  'VectorDatabase.index':
    'Name of the index to search. It must have integrated embedding, with its texts in the default namespace.',
  'VectorDatabase.api_key': 'Your key at the vendor, visible only to you.',
  'VectorDatabase.api_environment':
    'The vendor’s name for the environment of the index. It is stored but not used, since the vendor finds an index by its name.',

  AccountConnection:
    'Your account at a vendor. `type` says whether it is for language models or for telephony.',
  AccountConnectionInput: 'A new account connection. `type` says which of the two kinds it is.',
  AccountConnectionUpdateInput:
    'The credentials to change; all else stays unchanged. The old telephony token still verifies the vendor’s requests for 24 hours, so that no call is lost.',
  LlmConnectionUpdateInput: 'The credentials to change; all else stays unchanged.',
  LlmConnection: 'Your account at a language-model vendor.',
  LlmConnectionInput: 'A new connection to a language-model account.',
  AccountConnectionLlm: 'Your account at a language-model vendor.',
  AccountConnectionTelephony: 'Your account at a telephony vendor.',
  'Connection.type': 'The kind of account; it cannot change.',
  'Connection.credentials': 'The credentials of the account, visible only to you.',
  'Connection.credentials.llm_api_key': 'Your key at the vendor.',
  'Connection.credentials.telephony_account_sid': 'The vendor’s identifier of your account.',
  'Connection.credentials.telephony_auth_token': 'The token of the account.',
  'Connection.steering_pool': 'Telephone numbers in E.164 that calls may use as caller ID.',
  'Connection.account_supports_any_caller_id':
    'Whether the account may use any caller ID, not only its own numbers.',
};

export const auditDescriptions = {
  AuditEntry: 'A change of a record: who made it, when and from where, and which fields changed.',
  AuditedKind: 'A kind of record whose changes are in the audit log.',
  AuditedChange:
    'What happened to the record. `used`: a request used it at a cost or sent its data, and may have failed: an analysis of a call, a rehearsal of an agent, a test of an action, a check of an account connection, a test, retry or replay of a webhook.',
  ChangeAuthor:
    'Who made the change: a program with an access token, the operator with a command, or the service itself. For example, the service disables a webhook that keeps failing.',
  'AuditEntry.id': 'Identifier of the entry: a UUID. Entries sort by it.',
  'AuditEntry.at': 'When the change was made: ISO 8601, UTC. Changes by the service have whole seconds.',
  'AuditEntry.kind': 'The kind of record.',
  'AuditEntry.record_id':
    'The `id` of the record. For an entry of the do-not-call list, the telephone number.',
  'AuditEntry.change': 'What happened to the record.',
  'AuditEntry.by': 'Who made the change.',
  'AuditEntry.operation':
    'The `operationId` of the operation of this API; null if no operation made the change.',
  'AuditEntry.token_id': 'The access token of the request, by its `id`; null if there was no request.',
  'AuditEntry.ip_address':
    'The IP address that sent the request; null if there was no request. No header can change it.',
  'AuditEntry.request_id': 'The `x-request-id` of the answer; null if there was no request.',
  'AuditEntry.fields_before':
    'Names of the fields whose value was changed or cleared. The values are never shown. Names of nested fields have dots, for example `config.url`. A map with keys of your own is one field.',
  'AuditEntry.fields_after': 'Names of the fields that have a new or changed value, in the same form.',
  'ListAuditEntriesQuery.record':
    'Only changes of the record with this `id`. For an entry of the do-not-call list, give the telephone number.',
  'ListAuditEntriesQuery.kind': 'Only changes of records of this kind.',
  'ListAuditEntriesQuery.from': 'Only changes at or after this time: ISO 8601 with an offset.',
  'ListAuditEntriesQuery.until': 'Only changes at or before this time: ISO 8601 with an offset.',
  'ListAuditEntriesQuery.size': 'The maximum number of entries to return; 50 by default.',
  'ListAuditEntriesQuery.cursor':
    'Where to continue: the cursor from the header `Link` of the page before. With a `kind`, a page may have few entries or none although more follow. Continue while the answer has a link `rel="next"`.',
};

export const doNotCallDescriptions = {
  DoNotCallInput: 'Numbers to add to your do-not-call list or to remove from it, and the reason.',
  'DoNotCallInput.phone_numbers': 'The telephone numbers, each with its country code.',
  'DoNotCallInput.reason': 'Why, in your words. The reason is stored with the change.',
  DoNotCallEntry:
    'One period in which a number is on your do-not-call list, from its addition to its removal. After the removal, the entry is kept for five years.',
  'DoNotCallEntry.phone_number': 'The telephone number, in E.164.',
  'DoNotCallEntry.listed_at': 'When it was added: ISO 8601, in UTC.',
  'DoNotCallEntry.reason': 'Why it was added.',
  'DoNotCallEntry.source':
    'How it was added: api (by you), or call (the caller or callee asked for it in a call).',
  'DoNotCallEntry.call_id':
    'The call in which the caller or callee asked for it: a UUID; null if you added the number.',
  'DoNotCallEntry.removed_at': 'When it was removed: ISO 8601, in UTC; null while it is on the list.',
  'DoNotCallEntry.removal_reason': 'Why it was removed; null while it is on the list.',
  DoNotCallCheck: 'Whether a number is on your do-not-call list.',
  'DoNotCallCheck.phone_number': 'The telephone number, in E.164.',
  'DoNotCallCheck.listed': 'Whether the number is on the list.',
  'DoNotCallCheck.entry': 'The entry of the number; null if the number is not on the list.',
  DoNotCallAdditions: 'The results of the addition.',
  'DoNotCall.results': 'One result per number, in the order of the request.',
  'DoNotCall.results.phone_number': 'The telephone number, in E.164.',
  'DoNotCallAdditions.results.result': 'added; or already_listed, which leaves the entry unchanged.',
  DoNotCallRemovals: 'The results of the removal.',
  'DoNotCallRemovals.results.result': 'removed; or not_listed, which changes nothing.',
};

export const rehearsalDescriptions = {
  Rehearsal:
    'A conversation with an agent by text. It runs the same code as a telephone call, without a telephone.',
  'Rehearsal.id': 'Identifier of the rehearsal: a UUID.',
  'Rehearsal.agent': 'The agent, as it was when the rehearsal began: a UUID.',
  'Rehearsal.agent_version':
    'The version of the agent in the rehearsal; absent if the rehearsal began with a `draft`.',
  'Rehearsal.status':
    'Whether the agent still listens. `ended` after the agent said goodbye or would have handed the call over.',
  'Rehearsal.handed_to':
    'The transfer or conference action to which the agent would have handed the call: a UUID; null for none. Nothing is dialed.',
  'Rehearsal.on_hold':
    'Whether the agent is on hold. It answers again when the caller greets it, thanks it for waiting or calls it by its name.',
  'Rehearsal.created_at': 'When the rehearsal began: ISO 8601, in UTC. It takes lines for an hour.',
  'Rehearsal.context': `Values for \${name} in the prompt and the initial message; null for none.`,
  'Rehearsal.answering':
    'The words that the agent has said so far, if an answer is under way; otherwise null.',
  'Rehearsal.turns': 'The turns in their order, as in calls.',
  'Rehearsal.knowledge': 'What the model got from the vector database, one entry per line of the caller.',
  'Rehearsal.knowledge.turn': 'The turn number of the caller’s line.',
  'Rehearsal.knowledge.passages': 'The passages, best first.',
  RehearsalInput: 'A new rehearsal.',
  'RehearsalInput.agent': 'An existing agent: its id, or an object with its `id`.',
  'RehearsalInput.agent_version':
    'The version of the agent; absent or null for the version that calls use. With a `draft`, absent or null for the agent as it is now.',
  'RehearsalInput.draft':
    'Changes of the agent for this rehearsal alone, in the form of an update of the agent; null for none. They are checked like an update, and nothing of them is stored as a record. The prompt, the voice, the actions and the webhook may be new or changed. A new or changed vector database or account connection is refused (422, `not_stored`): store it first, then give its id.',
  'RehearsalInput.context': `Values for \${name} in the prompt and the initial message; null for none. A rehearsal does not request the agent’s context endpoint.`,
  ForkInput: 'Where the new rehearsal continues from.',
  'ForkInput.before':
    'The turn number of a line of the caller. The new rehearsal keeps the turns before it; say your new line next.',
  LineInput: 'A line of the caller: either words or keys.',
  'LineInput.text': 'What the caller says; null if you send `keys`.',
  'LineInput.keys':
    'The keys that the caller presses: 0 to 9, * and #; null if you send `text`. The agent needs `dtmf_input`.',
};
