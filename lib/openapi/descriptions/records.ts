/** Descriptions of prompts, vector databases and account connections. */
export const recordDescriptions = {
  CreateTokenBody: 'A new token.',
  CreateTokenResponse: 'A new token with its text, which no other answer contains.',
  RotateTokenBody: 'How long the former token keeps working.',
  'RotateTokenBody.overlap_seconds': 'Seconds for which the former token keeps working.',
  ListTokensResponseItem: 'A token, without its text.',
  RevokeTokenResponse: 'The token that was revoked.',

  Prompt: 'The instructions of an agent.',
  PromptInput: 'A new prompt.',
  UpdatePromptBody: 'The fields of the prompt to change; a missing one stays unchanged.',
  'Prompt.content': `The text, in which \${name} is replaced by the call’s context.`,
  'Prompt.collect_fields': 'The fields that the agent collects in a call.',
  'Prompt.collect_fields.field_type': 'The kind of answer.',
  'Prompt.collect_fields.label': 'The name of the field in conversation.',
  'Prompt.collect_fields.name': 'The key of the value.',
  'Prompt.collect_fields.description': 'Tells the agent what the value is for.',
  'Prompt.context_endpoint': `URL of an endpoint that supplies the context of a call, unless the agent has its own; null for none.`,
  'Prompt.prompt_template': 'The requirements on the call’s context; null for none.',
  'PromptInput.prompt_template':
    'The requirements on the call’s context: an earlier template of a prompt, by id, or a new one as an object; null for none.',
  'UpdatePromptBody.prompt_template':
    'The requirements on the call’s context: an earlier template of a prompt, by id, or a new one as an object; null for none.',
  PromptTemplate: 'The requirements of a prompt on the call’s context.',
  PromptTemplateInput: 'A new template; an `id` is ignored.',
  'PromptTemplate.required_context_keys':
    'Keys that the context of every call must have. A call without one ends in error; an answered one ends with a sentence to the callee.',
  'PromptTemplate.label': 'Your label of the template.',

  VectorDatabase: 'A vector database that an agent searches.',
  VectorDatabaseInput: 'A new vector database.',
  UpdateVectorDatabaseBody: 'The fields of the vector database to change; a missing one stays unchanged.',
  'VectorDatabase.type': 'The vendor of the database.',
  'VectorDatabase.index':
    'Name of the index to search: one with integrated embedding and with texts in its default namespace.',
  'VectorDatabase.api_key': 'Your key at the vendor, visible only to you.',
  'VectorDatabase.api_environment':
    'The vendor’s name of the index’s environment. It is stored only; the vendor locates an index by its name.',

  AccountConnection:
    'Your account at another vendor: for language models or for telephony, told apart by `type`.',
  AccountConnectionInput: 'A new account connection: one of two kinds, told apart by `type`.',
  UpdateAccountConnectionBody: 'The credentials to change; all else stays unchanged.',
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
