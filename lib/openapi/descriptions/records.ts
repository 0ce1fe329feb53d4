/** Descriptions of prompts, vector databases and account connections. */
export const recordDescriptions = {
  ShownToken: 'An access token, without its text.',
  'ShownToken.name': 'A name of your own; null if it has none.',
  'ShownToken.scopes': 'What the token allows; null if it allows everything.',
  'ShownToken.created_at': 'The time of its creation: ISO 8601, UTC.',
  'ShownToken.expires_at':
    'The time from which it no longer works: ISO 8601, UTC; null if it does not expire.',
  'ShownToken.last_used_at':
    'The time of its last use, at most five minutes early: ISO 8601, UTC; null if it was never used.',
  NewToken: 'A new access token with its text, which no other answer contains.',
  'NewToken.name': 'A name of your own; null if it has none.',
  'NewToken.scopes': 'What the token allows; null if it allows everything.',
  'NewToken.created_at': 'The time of its creation: ISO 8601, UTC.',
  'NewToken.expires_at': 'The time from which it no longer works: ISO 8601, UTC; null if it does not expire.',
  'NewToken.last_used_at': 'Null: it was never used.',
  'NewToken.access_token': 'The text of the token, to be sent as `Authorization: Bearer <access_token>`.',
  TokenInput: 'A new access token.',
  'TokenInput.name': 'A name of your own.',
  'TokenInput.scopes': 'What the token allows: at least one scope.',
  'TokenInput.expires_at':
    'The time from which it no longer works: ISO 8601 with an offset; left out or null if it does not expire.',
  RotationInput: 'How long the former token keeps working.',
  'RotationInput.overlap_seconds': 'Seconds for which the former token keeps working.',
  Scope: 'What a token allows: `read`, `write`, `calls`, `tokens`, or one group of operations.',

  Prompt: 'The instructions of an agent.',
  PromptInput: 'A new prompt.',
  PromptText: 'A prompt as its text; a UUID is the id of a prompt instead.',
  PromptUpdateInput: 'The fields of the prompt to change; a missing one stays unchanged.',
  PromptChangeInput:
    'The fields of the agent’s prompt to change; a missing one stays unchanged. Other agents with this prompt change with it.',
  'Prompt.content': `The text, in which \${name} is replaced by the call’s context.`,
  'Prompt.collect_fields': 'The fields that the agent collects in a call.',
  'Prompt.collect_fields.field_type':
    'The kind of value: an e-mail address, or a postal address in one line of at most 500 characters.',
  'Prompt.collect_fields.label': 'The name of the field in conversation.',
  'Prompt.collect_fields.name': 'The key of the value.',
  'Prompt.collect_fields.description': 'Tells the agent what the value is for.',
  'Prompt.context_endpoint': `URL of an endpoint that supplies the context of a call, unless the agent has its own; null for none.`,
  'Prompt.prompt_template': 'The requirements on the call’s context; null for none.',
  'PromptInput.prompt_template':
    'The requirements on the call’s context: a template, by id or as an object; null for none. An object with an `id` names the template that has it; one without becomes a new template.',
  'PromptUpdateInput.prompt_template':
    'The requirements on the call’s context: a template, by id or as an object; null for none. An object with an `id` names the template that has it; one without becomes a new template.',
  'PromptChangeInput.prompt_template':
    'The requirements on the call’s context: a template, by id or as an object; null for none. An object with an `id` names the template that has it; one without becomes a new template.',
  PromptTemplate: 'The requirements of a prompt on the call’s context.',
  PromptTemplateInput: 'A new template of a prompt.',
  'PromptTemplate.required_context_keys':
    'Keys that the context of every call must have. A call without one ends in error; an answered one ends with a sentence to the callee.',
  'PromptTemplate.label': 'Your label of the template.',

  VectorDatabase: 'A vector database that an agent searches.',
  VectorDatabaseInput: 'A new vector database.',
  VectorDatabaseUpdateInput: 'The fields of the vector database to change; a missing one stays unchanged.',
  'VectorDatabase.type': 'The vendor of the database.',
  'VectorDatabase.index':
    'Name of the index to search: one with integrated embedding and with texts in its default namespace.',
  'VectorDatabase.api_key': 'Your key at the vendor, visible only to you.',
  'VectorDatabase.api_environment':
    'The vendor’s name of the index’s environment. It is stored only; the vendor locates an index by its name.',

  AccountConnection:
    'Your account at another vendor: for language models or for telephony, told apart by `type`.',
  AccountConnectionInput: 'A new account connection: one of two kinds, told apart by `type`.',
  AccountConnectionUpdateInput: 'The credentials to change; all else stays unchanged.',
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
