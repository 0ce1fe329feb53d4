export const words = {
  'Record.deleted': 'Always true.',
  'Record.msg': 'What is wrong, for people to read. The text may change.',
  'Record.currency': 'The currency, by ISO 4217 code.',
  'Record.phone_number': 'The telephone number, in E.164.',
  'Record.id': 'Identifier of the record.',
  'Record.user_id': 'The record’s owner.',
  'Record.warnings':
    'Parts of the request that have no effect, and placeholders that nothing fills. Only in answers to requests that create or change the record; absent without warnings.',
  Id: 'Identifier of a record: a UUID in lower case. New ones are of version 7.',
  PhoneNumber:
    'A telephone number in E.164: a plus sign, the country code and the number; 7 to 15 digits in total.',
  PhoneNumberInput:
    'A telephone number with its country code, after a plus sign or 00. Eleven digits that begin with 1 (North America) need no sign. Spaces, brackets, dots, slashes and dashes are permitted, and so is a `tel:` URI. Extensions are not permitted, nor are numbers that stand for a withheld one, such as +266696687 (`withheld_number`). The service stores and returns the number in E.164.',
  OutboundUrl:
    'An http or https URL, without credentials, at port 80, 443 or from 1024 up. It must lead to a public address. An IP address is checked at once, a host name with each request to it.',
  StringMap: 'A map of string to string.',
  FreeFormObject:
    'Any JSON object of at most 16 KB (16,384 characters), nested at most 20 levels deep. Keys must not be empty or `__proto__`. Numbers must be 0 or have an absolute value from 1e-130 to 9007199254740991.',
  Warning: 'A warning about a successful request.',
  'Warning.loc': 'Where that part is in the request, as in an error.',
  'Warning.type':
    'The kind of warning, as a stable name for programs. no_effect: the part is stored but has no effect. unfilled: nothing fills some placeholders in the agent’s texts, so they stay empty. unreachable, circle, too_many_exits, recorded, insecure: about the agent’s steps.',
  ExistingRecord: 'An existing record as an object. Only its `id` is read.',
  'ExistingRecord.id': 'The id of the record.',
  Deletion: 'The deleted record.',
  'Deletion.id': 'Identifier of the record that was deleted.',
  List: 'The records.',
  Page: 'One page of a list.',
  'Page.items': 'The records on this page.',
  'Page.page': 'The number of this page, from 1. Pages reached by a cursor continue the count.',
  'Page.size': 'The maximum number of records on a page.',
  'Page.has_more': 'Whether there is another page.',
  'Page.total': 'The total number of records.',
  'Page.total_is_estimated': 'Whether the total is an estimate.',
  'Page.next_cursor': 'The `cursor` of the next page, as in the header `Link`. Absent on the last page.',
  'Query.id': 'The id of the record.',
  'Query.phone_number': 'The telephone number, with its country code; the plus sign need not be escaped.',
  'Query.page': 'The page to return, from 1. The default without a cursor is 1.',
  'Query.cursor':
    'Where to continue: the cursor from the header `Link` of another page in the same order. Send it instead of a page number. Records created or deleted meanwhile cause no repeats and no gaps.',
  'Query.size': 'The maximum number of records to return.',
  'Query.sort_desc': 'Whether the newest records come first, or the oldest.',
  'Query.sort_column': 'The column to sort by. Both values sort by creation.',
  Error: 'What is wrong with a request.',
  'Error.detail': 'Every issue.',
  'Error.detail.loc':
    'Where the issue is: body, query or header, then field names or positions in lists, all as strings. Empty without a location.',
  'Error.detail.type': 'What is wrong, as a stable name for programs.',
};

export const examples = {
  PhoneNumber: '+15551230001',
  'Page.page': 1,
  'Page.size': 10,
  'Page.total': 1,
  'Page.next_cursor':
    'eyJhZnRlciI6IjAxOTlhNWQwLTNjMDItN2ExMC04YjIwLTVmNmU3ZDhjOWIwMiIsInBhZ2UiOjIsImRlc2NlbmRpbmciOmZhbHNlfQ',
  'Query.cursor':
    'eyJhZnRlciI6IjAxOTlhNWQwLTNjMDItN2ExMC04YjIwLTVmNmU3ZDhjOWIwMiIsInBhZ2UiOjIsImRlc2NlbmRpbmciOmZhbHNlfQ',
  'Query.size': 10,
};
