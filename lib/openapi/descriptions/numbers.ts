/** Descriptions of numbers. */
export const numberDescriptions = {
  Number: 'A telephone number that you hold or held, with related records by id.',
  CompactNumber: 'A telephone number with its inbound agent in compact form.',
  ExpandedNumber: 'A telephone number with its related records inline.',
  OlderNumber: 'A telephone number in the list of the version 2023-08.',
  'Number.number': 'The telephone number, in E.164.',
  'Number.active': 'Whether the number is active: a cancelled number stays as a record, but has no calls.',
  'Number.label': 'Your label of the number.',
  'Number.inbound_agent':
    'The agent that answers calls to the number; null for none: callers then hear that nobody can take their call.',
  'Number.outbound_only':
    'Whether the service refuses calls to the number. It leaves those to a linked number to your own setup at the vendor; a change takes effect within minutes.',
  'Number.example_context': 'An example of a call’s context, for people; null for none.',
  'Number.telephony_provider': 'The vendor at which the number is held.',
  'Number.telephony_account_connection':
    'Your own account at the vendor through which the number is held; null for the platform’s account.',
  NumberPurchaseInput: 'The number to buy, and its settings.',
  'NumberPurchaseInput.area_code': 'Area code of a US number, three digits; absent or null for any.',
  'NumberPurchaseInput.inbound_agent':
    'The agent that answers calls to the number: by id, as an object, or `default` for a new one that asks how it can help; null for none.',
  'NumberPurchaseInput.telephony_account_connection':
    'Your own account at the vendor for the purchase; absent or null for the platform’s account.',
  NumberLinkInput:
    'A number of your own account at the telephony vendor. Unless it is outbound_only, the vendor then sends the service its calls (its VoiceUrl and StatusCallback are set).',
  'NumberLinkInput.phone_number': 'The telephone number, with its country code.',
  'NumberLinkInput.telephony_account_connection': 'Your account at the vendor that holds the number.',
  'NumberLinkInput.inbound_agent':
    'The agent that answers calls to the number: by id, as an object, or `default` for a new one that asks how it can help; absent or null for none.',
  NumberUpdateInput: 'The fields of the number to change; a missing one stays unchanged.',
  'NumberUpdateInput.inbound_agent':
    'The agent that answers calls to the number: by id, or null for none. An object without an `id` has settings, which change the number’s agent or create one.',
  SteeringPoolAdditionInput: 'The addition to a steering pool.',
  'SteeringPoolAdditionInput.phone_number':
    'The telephone number, which must belong to the connection unless it permits any caller ID; absent or null for every active number of the connection.',
  SteeringPoolRemovalInput: 'The removal from a steering pool.',
  'SteeringPoolRemovalInput.phone_number': 'The telephone number, with its country code.',
  TelephonyProvider: 'A telephony vendor.',
  TelephonyConnection: 'Your account at a telephony vendor.',
};
