export const words = {
  'Number.agent_version':
    'The versions of the inbound agent that callers of the number get; null for the published version.',
  Number: 'A telephone number with its related records inline.',
  'Number.number': 'The telephone number, in E.164.',
  'Number.active': 'Whether the number is active. A cancelled number stays as a record but has no calls.',
  'Number.label': 'Your label for the number.',
  'Number.inbound_agent':
    'The agent that answers calls to the number; null for none. Without one, callers hear that nobody can take their call.',
  'Number.outbound_only':
    'Whether the service refuses calls to the number. For a linked number, it leaves these calls to your own setup at the vendor. A change takes effect within minutes.',
  'Number.example_context': 'An example of a call’s context, for documentation; null for none.',
  'Number.telephony_provider': 'The vendor at which the number is held.',
  'Number.telephony_account_connection':
    'Your own account at the vendor through which the number is held; null for the platform’s account.',
  'NumberUpdateInput.agent_version':
    'The version of the inbound agent that callers of the number get, or a split of several; null for the published version. If you change the agent and leave this out, it becomes null.',
  NumberUpdateInput: 'The fields of the number to change; a field that you leave out stays unchanged.',
  'NumberUpdateInput.inbound_agent':
    'The agent that answers calls to the number: its id, or an object; null for none. An object without an `id` has settings. They change the number’s agent, or create one.',
  ListedNumber: 'A telephone number that you hold or held, with related records by id.',
  CompactNumber: 'A telephone number with its inbound agent in compact form.',
  ListedCompactNumber: 'A telephone number in the list of version 2023-08.',
  NumberPurchaseInput: 'The number to buy, and its settings.',
  'NumberPurchaseInput.area_code': 'Area code of a US number, three digits; absent or null for any.',
  'NumberPurchaseInput.phone_number':
    'The exact number, from a search; not together with `area_code`. You get 422 `number_not_for_sale` if the vendor does not sell it, for example because it has been sold since.',
  'NumberPurchaseInput.inbound_agent':
    'The agent that answers calls to the number: its id, an object, or `default`; null for none. `default` creates an agent that asks how it can help.',
  'NumberPurchaseInput.telephony_account_connection':
    'Your own account at the vendor for the purchase; absent or null for the platform’s account.',
  NumberSearch: 'Numbers that the telephony vendor has for sale. They are not reserved for you.',
  'NumberSearch.items': 'The numbers, in the order of the vendor.',
  'NumberSearch.monthly_price': 'The price of each number per month; null if unknown.',
  AvailableNumber: 'A local number for sale. It takes calls, and the buyer needs no address.',
  'AvailableNumber.country': 'The country of the number.',
  'AvailableNumber.region': 'The state or province, in two letters; null if the vendor does not say.',
  'AvailableNumber.locality': 'The city; null if the vendor does not say.',
  SoldCountry: 'A country whose numbers can be bought (ISO 3166-1).',
  MonthlyPrice: 'The price of a number, without calls.',
  'MonthlyPrice.amount': 'The price per month, in `currency`.',
  'MonthlyPrice.currency': 'The currency (ISO 4217).',
  'MonthlyPrice.source':
    'Where the price comes from. `telephony_vendor`: the vendor’s price for the account that you search with. `price_table`: an estimate from the operator’s list, if the vendor gives no price.',
  'SearchNumbersQuery.country': 'The country of the numbers; US if absent.',
  'SearchNumbersQuery.area_code': 'Area code of three digits; any if absent.',
  'SearchNumbersQuery.contains':
    'A search pattern of the vendor: at least two digits, or letters as on telephone keys. `*` stands for one digit, `%` for any number of digits. `+` at the front matches the beginning of the number. `$` at the end matches its end.',
  'SearchNumbersQuery.telephony_account_connection':
    'Your own account at the vendor that would buy the number; the platform’s account if absent.',
  'SearchNumbersQuery.size': 'The maximum number of results; 10 if absent.',
  NumberLinkInput:
    'A number of your own account at the telephony vendor. Unless it is outbound_only, the service sets its VoiceUrl and StatusCallback at the vendor. The vendor then sends calls to the service.',
  'NumberLinkInput.telephony_account_connection': 'Your account at the vendor that holds the number.',
  'NumberLinkInput.inbound_agent':
    'The agent that answers calls to the number: its id, an object, or `default`; null for none. `default` creates an agent that asks how it can help.',
  'Input.phone_number': 'The telephone number, with its country code.',
};

export const examples = {
  'Number.inbound_agent': '0199a5d0-3c01-7a10-8b20-5f6e7d8c9b01',
  'Number.telephony_account_connection': '0199a5d0-3c07-7a10-8b20-5f6e7d8c9b07',
  'Number.label': 'Front desk',
  'Number.active': true,
  'Number.example_context': { name: 'Ada' },
  'NumberPurchaseInput.area_code': '415',
  'AvailableNumber.region': 'CA',
  'AvailableNumber.locality': 'San Francisco',
  'MonthlyPrice.amount': 1.15,
  'MonthlyPrice.currency': 'USD',
  'SearchNumbersQuery.area_code': '415',
  'SearchNumbersQuery.contains': '*TEA',
};
