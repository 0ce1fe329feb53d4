export const words = {
  SteeringPoolAdditionInput: 'What to add to a steering pool.',
  'SteeringPoolAdditionInput.phone_number':
    'The telephone number. It must belong to the connection, unless the connection permits any caller ID. Absent or null adds every active number of the connection.',
  SteeringPoolRemovalInput: 'What to remove from a steering pool.',
  TelephonyProvider:
    'The telephony vendor. Only this one is supported; any other, such as `vonage`, gets 422.',
  TelephonyConnection: 'Your account at a telephony vendor.',
  AccountConnectionCheck: 'Whether the vendor accepts the credentials.',
  'AccountConnectionCheck.ok': 'Whether the check passed.',
  'Check.message': 'A message for people: what is wrong, or that the check passed. The text may change.',
  AccountConnection:
    'Your account at a vendor. `type` says whether it is for language models or for telephony.',
  AccountConnectionInput: 'A new account connection. `type` says which of the two kinds it is.',
  AccountConnectionUpdateInput:
    'The credentials to change; everything else stays unchanged. The old telephony token still verifies the vendor’s requests for 24 hours, so that no call is lost.',
  LlmConnectionUpdateInput: 'The credentials to change; everything else stays unchanged.',
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

export const examples = {
  'AccountConnectionCheck.ok': true,
  'AccountConnectionCheck.message': 'The vendor accepts the credentials.',
  'Connection.credentials.llm_api_key': 'your-key',
  'Connection.credentials.telephony_account_sid': 'AC00000000000000000000000000000000',
  'Connection.credentials.telephony_auth_token': 'your-token',
  'Connection.steering_pool': ['+15551230001'],
};
