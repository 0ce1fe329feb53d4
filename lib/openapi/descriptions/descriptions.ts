import { actionDescriptions } from './actions.ts';
import { agentDescriptions } from './agents.ts';
import { callDescriptions } from './calls.ts';
import type { FieldNotes } from './field-notes.ts';
import { numberDescriptions } from './numbers.ts';
import { recordDescriptions } from './records.ts';
import { voiceDescriptions } from './voices.ts';
import { webhookDescriptions } from './webhooks.ts';

/**
 * A sentence for each component of the document and for each of its fields, with units; the bounds are added from the
 * schema. They stand here and not in the schemas, which are part of every function.
 */
export const descriptions: FieldNotes<string> = {
  ...agentDescriptions,
  ...callDescriptions,
  ...voiceDescriptions,
  ...actionDescriptions,
  ...numberDescriptions,
  ...recordDescriptions,
  ...webhookDescriptions,

  Id: 'Identifier of a record: a UUID, which the service writes in lower case; those that it makes are of version 7.',
  PhoneNumber:
    'A telephone number in E.164: a plus sign, the country code and the number, 7 to 15 digits in all.',
  Language: 'A language, by ISO 639-1 code.',
  OutboundUrl:
    'An http or https URL without credentials, at port 80, 443 or from 1024 up. It must lead to a public address: a host that is written as another one is refused at once, a name when it is called.',
  StringMap: 'A map of string to string.',
  FreeFormObject:
    'Any JSON object, of at most 16 KB (16,384 characters) as JSON and nested at most 20 deep, with no key that is empty or `__proto__`. Numbers in it are 0 or, apart from their sign, from 1e-130 to 9007199254740991.',
  StageOutcome: 'How the last stage of a call ended.',

  // A record's own fields, wherever nothing more is said of them.
  'Record.id': 'Identifier of the record: a UUID.',
  'Record.user_id': 'The record’s owner: a UUID.',
  'Input.id': 'Ignored: a record that was read may be sent back as it is.',
  'Input.user_id': 'Ignored: a record that was read may be sent back as it is.',
  'Body.id': 'Ignored: a record that was read may be sent back as it is.',
  'Body.user_id': 'Ignored: a record that was read may be sent back as it is.',
  'Update.id': 'Ignored: a record that was read may be sent back as it is.',
  'Update.user_id': 'Ignored: a record that was read may be sent back as it is.',

  ExistingRecord: 'A record that there is already, given as an object: only its `id` counts.',
  'ExistingRecord.id': 'Which record: a UUID.',
  Deletion: 'What was deleted.',
  'Deletion.id': 'Identifier of the record that was deleted: a UUID.',
  'Deletion.deleted': 'Always true.',

  List: 'The records that were asked for.',
  Page: 'One page of a list.',
  'Page.items': 'The records on this page.',
  'Page.page': 'Which page this is; the first is 1, and each that a cursor leads to is one more.',
  'Page.size': 'How many records a page has at most.',
  'Page.has_more': 'Whether there is a further page.',
  'Page.total': 'How many records there are in all.',
  'Page.total_is_estimated': 'Whether the total is an estimate.',

  'Query.id': 'Which record: a UUID.',
  'Query.phone_number': 'Which telephone number, in E.164 with its plus sign written as %2B.',
  'Query.page':
    'Which page to give; the first is 1, which is also given when neither a page nor a cursor is asked for.',
  'Query.cursor':
    'Where to go on: the cursor from the header `Link` of another page, in the same order and in place of a page number. What is created or deleted meanwhile makes no record come twice or be left out.',
  'Query.size': 'How many records to give at most.',
  'Query.sort_desc': 'Whether the newest records come first; otherwise the oldest do.',
  'Query.sort_column': 'What to sort by: either way, records are in the order in which they were created.',

  Error: 'What was wrong with a request, fault by fault.',
  'Error.detail': 'The faults, all of them at once.',
  'Error.detail.loc':
    'Where the fault is: body, query or header, then the name of each field or the position in a list, as strings; empty when it is nowhere in particular.',
  'Error.detail.msg': 'What is wrong, in words for a person; it may change.',
  'Error.detail.type': 'What is wrong, as a stable name for programs.',
};
