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
  'Number.inbound_agent': 'The agent that answers calls to the number; null for none.',
  'Number.outbound_only': 'Whether calls to the number are refused.',
  'Number.example_context': 'A context of a call as you expect it, for people to look at; null for none.',
  'Number.telephony_provider': 'The vendor at which the number is held.',
  'Number.telephony_account_connection':
    'Your own account at the vendor through which the number is held; null for the platform’s account.',
  TelephonyProvider: 'A telephony vendor.',
  TelephonyConnection: 'Your account at a telephony vendor.',
};
