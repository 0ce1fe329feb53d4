/** What the fields of numbers mean. */
export const numberDescriptions = {
  Number: 'A telephone number that you hold or held, with the records that it refers to by id.',
  CompactNumber: 'A telephone number with its inbound agent in compact form.',
  ExpandedNumber: 'A telephone number with the records that it refers to in full.',
  OlderNumber: 'A telephone number as the list of the version 2023-08 shows it.',
  'Number.number': 'The telephone number, in E.164.',
  'Number.active':
    'Whether you hold it: a cancelled number is kept as a record, but no calls come from it or to it.',
  'Number.label': 'What you call the number.',
  'Number.inbound_agent':
    'The agent that answers calls to the number; null for none, and callers hear that nobody can take their call.',
  'Number.outbound_only':
    'Whether calls to the number are refused. Those to a linked number are left to whoever takes them at the vendor; the vendor is told of a change within minutes.',
  'Number.example_context': 'A context of a call as you expect it, for people to look at; null for none.',
  'Number.telephony_provider': 'The vendor at which the number is held.',
  'Number.telephony_account_connection':
    'Your own account at the vendor through which the number is held; null for the platform’s account.',
  NumberPurchaseInput: 'Which number is to be bought, and how it is to be used.',
  'NumberPurchaseInput.area_code': 'Area code of a US number, three digits; left out or null for any.',
  'NumberPurchaseInput.inbound_agent':
    'The agent that answers calls to the number: by id, as an object, or `default` for a new one that asks how it can help; left out or null for none.',
  'NumberPurchaseInput.telephony_account_connection':
    'Your own account at the vendor that is to buy it; left out or null for the platform’s account.',
  NumberLinkInput:
    'A number that your own account at the telephony vendor holds. From then on the vendor turns to the service with the calls to it (its VoiceUrl and StatusCallback are set), unless it is outbound_only.',
  'NumberLinkInput.phone_number': 'The telephone number, in E.164.',
  'NumberLinkInput.telephony_account_connection': 'Your account at the vendor that holds the number.',
  'NumberLinkInput.inbound_agent':
    'The agent that answers calls to the number: by id, as an object, or `default` for a new one that asks how it can help; left out or null for none.',
  NumberUpdateInput: 'The fields of the number to change: one that is left out stays as it is.',
  'NumberUpdateInput.inbound_agent':
    'The agent that answers calls to the number: by id, or null for none. An object without an `id` has settings, which change the agent that the number has or make a new one.',
  SteeringPoolAdditionInput: 'What is to be added to a steering pool.',
  'SteeringPoolAdditionInput.phone_number':
    'The telephone number, which you must hold through the connection unless it supports any caller id; left out or null for every active number that you hold through it.',
  SteeringPoolRemovalInput: 'What is to be taken out of a steering pool.',
  'SteeringPoolRemovalInput.phone_number': 'The telephone number, in E.164.',
  TelephonyProvider: 'A telephony vendor.',
  TelephonyConnection: 'Your account at a telephony vendor.',
};
