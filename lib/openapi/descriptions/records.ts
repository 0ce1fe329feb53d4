/** Descriptions of prompts, vector databases and account connections. */
export const recordDescriptions = {
  ShownToken: 'An access token, without its text.',
  'ShownToken.kind':
    'Whether this is an access token, the session of a person who signed in to the console, or a sign-in link.',
  'ShownToken.name': 'Your name for the token; null if it has none.',
  'ShownToken.scopes': 'What the token permits; null if it permits everything.',
  'ShownToken.created_at': 'When it was created: ISO 8601, UTC.',
  'ShownToken.expires_at': 'When it expires: ISO 8601, UTC; null if it does not expire.',
  'ShownToken.last_used_at':
    'When it was last used: ISO 8601, UTC; null if it was never used. The last use may be up to five minutes later than shown.',
  NewToken: 'A new access token with its text, which no other answer contains.',
  'NewToken.kind': 'Always `access`.',
  'NewToken.name': 'Your name for the token; null if it has none.',
  'NewToken.scopes': 'What the token permits; null if it permits everything.',
  'NewToken.created_at': 'When it was created: ISO 8601, UTC.',
  'NewToken.expires_at': 'When it expires: ISO 8601, UTC; null if it does not expire.',
  'NewToken.last_used_at': 'Always null: a new token was never used.',
  'NewToken.access_token': 'The text of the token. Send it as `Authorization: Bearer <access_token>`.',
  TokenInput: 'A new access token.',
  'TokenInput.name': 'Your name for the token.',
  'TokenInput.scopes': 'What the token permits: at least one scope.',
  'TokenInput.expires_at':
    'When the token expires: ISO 8601 with an offset; absent or null if it works as long as your own.',
  SessionInput: 'A session of the console.',
  'SessionInput.name': 'Your name for the session, shown in the list of tokens.',
  'SessionInput.scopes': 'What the session permits: scopes that the token has. Absent for all of them.',
  RotationInput: 'How long the old token keeps working.',
  'RotationInput.overlap_seconds': 'Seconds for which the old token keeps working.',
  Scope: 'What a token permits: `read`, `write`, `calls`, `tokens`, or one group of operations.',

  Prompt: 'The instructions of an agent.',
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
