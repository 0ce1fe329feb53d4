/** What the fields of prompts, vector databases and account connections mean. */
export const recordDescriptions = {
  CreateTokenBody: 'A token to be created.',
  CreateTokenResponse: 'A token that was just made, with its text, which no other answer has.',
  RotateTokenBody: 'How long the former token goes on working.',
  'RotateTokenBody.overlap_seconds': 'Seconds for which the former token goes on working.',
  ListTokensResponseItem: 'A token, without its text.',
  RevokeTokenResponse: 'The token as it was.',

  Prompt: 'What an agent is told about its task.',
  PromptInput: 'A prompt to be created.',
  UpdatePromptBody: 'The fields of the prompt to change: one that is left out stays as it is.',
  'Prompt.content': `The text, in which \${name} is filled in from the call’s context.`,
  'Prompt.collect_fields': 'What the agent is to ask the callee for.',
  'Prompt.collect_fields.field_type': 'The kind of answer.',
  'Prompt.collect_fields.label': 'What to call it when asking.',
  'Prompt.collect_fields.name': 'The key of the answer.',
  'Prompt.collect_fields.description': 'What tells the agent what the answer is for.',
  'Prompt.context_endpoint': `URL that is asked for the context of a call, which fills \${name} in the text, where the agent has none of its own; null for none.`,
  'Prompt.prompt_template': 'What the text needs in order to be filled in; null for nothing.',
  'PromptInput.prompt_template':
    'What the text needs in order to be filled in: a template that a prompt has had before, by id, or a new one as an object; null for nothing.',
  'UpdatePromptBody.prompt_template':
    'What the text needs in order to be filled in: a template that a prompt has had before, by id, or a new one as an object; null for nothing.',
  PromptTemplate: 'What a prompt needs in order to be filled in.',
  PromptTemplateInput: 'A template to be created; whichever `id` it has, it is a new one.',
  'PromptTemplate.required_context_keys':
    'Keys that the context of every call must have: a call that lacks one ends in error, with a word to the other side if it was answered.',
  'PromptTemplate.label': 'What you call the template.',

  VectorDatabase: 'A vector database that an agent looks up knowledge in.',
  VectorDatabaseInput: 'A vector database to be connected.',
  UpdateVectorDatabaseBody:
    'The fields of the vector database to change: one that is left out stays as it is.',
  'VectorDatabase.type': 'The vendor of the database.',
  'VectorDatabase.index':
    'Name of the index that is searched: one for which the vendor itself makes vectors of texts (integrated embedding), with the texts in its default namespace.',
  'VectorDatabase.api_key': 'Your key at the vendor, shown to nobody but you.',
  'VectorDatabase.api_environment':
    'The vendor’s name of the environment that the index is in. It is kept; where the index is, the vendor tells by its name.',

  AccountConnection:
    'Your account at another vendor: for language models or for telephony, told apart by `type`.',
  AccountConnectionInput: 'An account to be connected: one of two kinds, told apart by `type`.',
  UpdateAccountConnectionBody: 'The credentials to change; the type and the rest stay as they are.',
  LlmConnection: 'Your account at a language-model vendor.',
  LlmConnectionInput: 'An account at a language-model vendor, to be connected.',
  AccountConnectionLlm: 'Your account at a language-model vendor.',
  AccountConnectionTelephony: 'Your account at a telephony vendor.',
  'Connection.type': 'The kind of account; it cannot be changed later.',
  'Connection.credentials': 'What the account is used with, shown to nobody but you.',
  'Connection.credentials.llm_api_key': 'Your key at the vendor.',
  'Connection.credentials.telephony_account_sid': 'The vendor’s identifier of your account.',
  'Connection.credentials.telephony_auth_token': 'The secret that belongs to the account.',
  'Connection.steering_pool': 'Telephone numbers in E.164 that calls may come from.',
  'Connection.account_supports_any_caller_id':
    'Whether the account may call from any number, not only from those it holds.',
};
