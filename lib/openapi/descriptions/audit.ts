/** Descriptions of the audit log. */
export const auditDescriptions = {
  AuditEntry: 'A change of a record: who made it, when, from where, and the names of the changed fields.',
  AuditedKind: 'A kind of record whose changes are in the audit log.',
  AuditedChange: 'What happened to the record.',
  ChangeAuthor:
    'Who made the change: a program with an access token, the operator by a command, or the service itself, for example when it switches a webhook off.',
  'AuditEntry.id': 'Identifier of the entry: a UUID. Entries sort by it.',
  'AuditEntry.at': 'When the change was made: ISO 8601, UTC; to the second if the service made it.',
  'AuditEntry.kind': 'The kind of record.',
  'AuditEntry.record_id':
    'The record: its `id`, or the telephone number of an entry of the do-not-call list.',
  'AuditEntry.change': 'What happened to the record.',
  'AuditEntry.by': 'Who made the change.',
  'AuditEntry.operation': 'The operation of this API, by its `operationId`; null if it was none.',
  'AuditEntry.token_id': 'The access token of the request, by its `id`; null if there was no request.',
  'AuditEntry.ip_address':
    'The address from which the request came to this API; null if there was no request. No header can change it.',
  'AuditEntry.request_id': 'The `x-request-id` of the answer; null if there was no request.',
  'AuditEntry.fields_before':
    'Names of the fields that had a value which was changed or cleared, never the values. Names of nested fields are dotted, for example `config.url`; a map with free keys is one field.',
  'AuditEntry.fields_after': 'Names of the fields that have a new or changed value, written in the same way.',
  'ListAuditEntriesQuery.record':
    'Only changes of this record, by its `id`, or by the telephone number of an entry of the do-not-call list.',
  'ListAuditEntriesQuery.kind': 'Only changes of records of this kind.',
  'ListAuditEntriesQuery.from': 'Only changes of then or later: ISO 8601 with an offset.',
  'ListAuditEntriesQuery.until': 'Only changes of then or earlier: ISO 8601 with an offset.',
  'ListAuditEntriesQuery.size': 'The maximum number of entries to return; 50 by default.',
  'ListAuditEntriesQuery.cursor':
    'The position to continue at: the cursor from the header `Link` of the page before. With a `kind`, a page may have few entries or none although others follow: there are more while the answer has a `rel="next"`.',
};
