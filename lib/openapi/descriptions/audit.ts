/** Descriptions of the audit log. */
export const auditDescriptions = {
  AuditEntry: 'A change of a record: who made it, when and from where, and which fields changed.',
  AuditedKind: 'A kind of record whose changes are in the audit log.',
  AuditedChange:
    'What happened to the record. `used`: a request used it at a cost or sent its data, and may have failed: an analysis of a call, a rehearsal of an agent, a test, retry or replay of a webhook.',
  ChangeAuthor:
    'Who made the change: a program with an access token, the operator with a command, or the service itself. For example, the service disables a webhook that keeps failing.',
  'AuditEntry.id': 'Identifier of the entry: a UUID. Entries sort by it.',
  'AuditEntry.at': 'When the change was made: ISO 8601, UTC. Changes by the service have whole seconds.',
  'AuditEntry.kind': 'The kind of record.',
  'AuditEntry.record_id':
    'The `id` of the record. For an entry of the do-not-call list, the telephone number.',
  'AuditEntry.change': 'What happened to the record.',
  'AuditEntry.by': 'Who made the change.',
  'AuditEntry.operation':
    'The `operationId` of the operation of this API; null if no operation made the change.',
  'AuditEntry.token_id': 'The access token of the request, by its `id`; null if there was no request.',
  'AuditEntry.ip_address':
    'The IP address that sent the request; null if there was no request. No header can change it.',
  'AuditEntry.request_id': 'The `x-request-id` of the answer; null if there was no request.',
  'AuditEntry.fields_before':
    'Names of the fields whose value was changed or cleared. The values are never shown. Names of nested fields have dots, for example `config.url`. A map with keys of your own is one field.',
  'AuditEntry.fields_after': 'Names of the fields that have a new or changed value, in the same form.',
  'ListAuditEntriesQuery.record':
    'Only changes of the record with this `id`. For an entry of the do-not-call list, give the telephone number.',
  'ListAuditEntriesQuery.kind': 'Only changes of records of this kind.',
  'ListAuditEntriesQuery.from': 'Only changes at or after this time: ISO 8601 with an offset.',
  'ListAuditEntriesQuery.until': 'Only changes at or before this time: ISO 8601 with an offset.',
  'ListAuditEntriesQuery.size': 'The maximum number of entries to return; 50 by default.',
  'ListAuditEntriesQuery.cursor':
    'Where to continue: the cursor from the header `Link` of the page before. With a `kind`, a page may have few entries or none although more follow. Continue while the answer has a link `rel="next"`.',
};
