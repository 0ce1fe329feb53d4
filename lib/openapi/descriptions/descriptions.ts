import { actionDescriptions } from './actions.ts';
import { agentDescriptions } from './agents.ts';
import { auditDescriptions } from './audit.ts';
import { callDescriptions } from './calls.ts';
import { doNotCallDescriptions } from './do-not-call.ts';
import type { FieldNotes } from './field-notes.ts';
import { numberDescriptions } from './numbers.ts';
import { recordDescriptions } from './records.ts';
import { voiceDescriptions } from './voices.ts';
import { webhookDescriptions } from './webhooks.ts';

/**
 * The description of each component of the document and each field, with units; bounds are added from the schema.
 * Descriptions are here because schemas are part of every function.
 */
export const descriptions: FieldNotes<string> = {
  ...agentDescriptions,
  ...auditDescriptions,
  ...callDescriptions,
  ...voiceDescriptions,
  ...actionDescriptions,
  ...numberDescriptions,
  ...doNotCallDescriptions,
  ...recordDescriptions,
  ...webhookDescriptions,

  Id: 'Identifier of a record: a UUID, which the service writes in lower case; those that it makes are of version 7.',
  PhoneNumber:
    'A telephone number in E.164: a plus sign, the country code and the number, 7 to 15 digits in all.',
  PhoneNumberInput:
    'A telephone number with its country code: after a plus sign or 00, or eleven digits that begin with 1 (North America). It may have blanks, brackets, dots, slashes and dashes, and be a `tel:` URI; no extension. It is stored and answered in E.164.',
  Language: 'A language, by ISO 639-1 code.',
  OutboundUrl:
    'An http or https URL without credentials, at port 80, 443 or from 1024 up. It must lead to a public address: an address is checked at once, a host name when it is requested.',
  StringMap: 'A map of string to string.',
  FreeFormObject:
    'Any JSON object, of at most 16 KB (16,384 characters) as JSON and nested at most 20 deep, with no key that is empty or `__proto__`. Numbers in it are 0 or, apart from their sign, from 1e-130 to 9007199254740991.',
  StageOutcome: 'The outcome of the last stage of a call.',

  // Fields of any record, unless a more specific description exists.
  'Record.id': 'Identifier of the record: a UUID.',
  'Record.user_id': 'The record’s owner: a UUID.',
  'Record.warnings':
    'What has no effect of the request that created or changed the record; absent if there is nothing, and in all other answers.',
  Warning: 'What a client should know about a request that was done.',
  'Warning.loc': 'The location in the request, as in an error.',
  'Warning.msg': 'What is so, in words for a person; it may change.',
  'Warning.type': 'What is so, as a stable name for programs.',
  'Input.id': 'Ignored: a record that was read may be sent back as it is.',
  'Input.user_id': 'Ignored: a record that was read may be sent back as it is.',
  'Body.id': 'Ignored: a record that was read may be sent back as it is.',
  'Body.user_id': 'Ignored: a record that was read may be sent back as it is.',
  'Update.id': 'Ignored: a record that was read may be sent back as it is.',
  'Update.user_id': 'Ignored: a record that was read may be sent back as it is.',

  ExistingRecord: 'An existing record, given as an object: only its `id` counts.',
  'ExistingRecord.id': 'Which record: a UUID.',
  Deletion: 'The deleted record.',
  'Deletion.id': 'Identifier of the record that was deleted: a UUID.',
  'Deletion.deleted': 'Always true.',

  List: 'The records.',
  Page: 'One page of a list.',
  'Page.items': 'The records on this page.',
  'Page.page': 'The number of this page, from 1; pages that a cursor leads to count on.',
  'Page.size': 'The maximum number of records on a page.',
  'Page.has_more': 'Whether there is a further page.',
  'Page.total': 'The total number of records.',
  'Page.total_is_estimated': 'Whether the total is an estimate.',

  'Query.id': 'Which record: a UUID.',
  'Query.phone_number': 'The telephone number, with its country code; the plus sign need not be escaped.',
  'Query.page': 'The page to return, from 1; 1 is also the default without a cursor.',
  'Query.cursor':
    'The position to continue at: the cursor from the header `Link` of another page, in the same order; send it instead of a page number. Records created or deleted meanwhile cause neither repeats nor gaps.',
  'Query.size': 'The maximum number of records to return.',
  'Query.sort_desc': 'Whether the newest records come first; otherwise the oldest do.',
  'Query.sort_column': 'The sort column; both sort by creation.',

  Error: 'The faults of a request.',
  'Error.detail': 'All faults.',
  'Error.detail.loc':
    'The location of the fault: body, query or header, then the name of each field or the position in a list, as strings; empty if it has none.',
  'Error.detail.msg': 'What is wrong, in words for a person; it may change.',
  'Error.detail.type': 'What is wrong, as a stable name for programs.',
};
