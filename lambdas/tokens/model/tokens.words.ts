export const words = {
  ShownToken: 'An access token, without its text.',
  'ShownToken.kind':
    'Whether this is an access token, the session of a person who signed in to the console, or a sign-in link.',
  'ShownToken.last_used_at':
    'When it was last used; null if it was never used. The actual last use may be up to five minutes later.',
  'Token.name': 'Your name for the token; null if it has none.',
  'Token.scopes': 'What the token permits; null if it permits everything.',
  'Token.api_version':
    'The version of the API for requests without the `Api-Version` header; null if it pins none.',
  'Token.vendor_words': 'Whether its requests and responses name vendors, as in the original interface.',
  'Token.created_at': 'When it was created.',
  'Token.expires_at': 'When it expires; null if it does not expire.',
  'Token.made_by':
    'The id of the token that created it, or of that token’s successor; null if the operator or a sign-in link created it. Revoking that token ends this one.',
  NewToken: 'A new access token with its text, which no other response contains.',
  'NewToken.kind': 'Always `access`.',
  'NewToken.last_used_at': 'Always null: a new token was never used.',
  'NewToken.access_token': 'The text of the token. Send it as `Authorization: Bearer <access_token>`.',
  TokenInput: 'A new access token.',
  'TokenInput.name': 'Your name for the token.',
  'TokenInput.scopes': 'What the token permits: at least one scope.',
  'TokenInput.api_version':
    'The version of the API for requests without the `Api-Version` header, for programs that cannot send it.',
  'TokenInput.vendor_words':
    'Whether requests and responses of the token name vendors, as in the original interface: `voice_azure` for `voice_vendor_a`, for example. This document uses the neutral names.',
  'TokenInput.expires_at': 'When the token expires; absent or null to expire with your own token.',
  SessionInput: 'A session of the console.',
  'SessionInput.name': 'Your name for the session, shown in the list of tokens.',
  'SessionInput.scopes': 'What the session permits: scopes of the token. Absent for all of them.',
  RotationInput: 'How long the old token keeps working.',
  'RotationInput.overlap_seconds': 'Seconds for which the old token keeps working.',
  Scope: 'What a token permits: `read`, `write`, `calls`, `tokens`, or one group of operations.',
};
