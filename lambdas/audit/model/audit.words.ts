export const words = {
  AuditEntry: 'A change of a record: who made it, when and from where, and which fields changed.',
  'AuditEntry.id': 'Identifier of the entry. Entries sort by it.',
  'AuditEntry.at': 'When the change was made. Changes by the service have whole seconds.',
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
  'AuditEntry.request_id': 'The `x-request-id` of the response; null if there was no request.',
  'AuditEntry.fields_before':
    'Names of the fields whose value was changed or cleared. Their values are never included. Names of nested fields have dots, for example `config.url`. A map with keys of your own is one field.',
  'AuditEntry.fields_after': 'Names of the fields that have a new or changed value, in the same form.',
  AuditedKind: 'A kind of record whose changes are in the audit log.',
  AuditedChange:
    'What happened to the record. `used`: a request used it at a cost or sent its data, and may have failed: an analysis of a call, a rehearsal of an agent, a test of an action, a check of an account connection, a test, retry or replay of a webhook.',
  ChangeAuthor:
    'Who made the change: a program with an access token, the operator with a command, or the service itself. For example, the service disables a webhook that keeps failing.',
  'ListAuditEntriesQuery.record':
    'Only changes of the record with this `id`. For an entry of the do-not-call list, give the telephone number.',
  'ListAuditEntriesQuery.kind': 'Only changes of records of this kind.',
  'ListAuditEntriesQuery.from': 'Only changes at or after this time.',
  'ListAuditEntriesQuery.until': 'Only changes at or before this time.',
  'ListAuditEntriesQuery.size': 'The maximum number of entries to return; 50 by default.',
  'ListAuditEntriesQuery.cursor':
    'Where to continue: the cursor from the `Link` header of the previous page. With a `kind`, a page may have few entries or none although more follow. Continue while the response has a link `rel="next"`.',
};

export const examples = {
  'AuditEntry.id': '0199a5d0-3c0c-7a10-8b20-5f6e7d8c9b0c',
  'AuditEntry.kind': 'agent',
  'AuditEntry.record_id': '0199a5d0-3c01-7a10-8b20-5f6e7d8c9b01',
  'AuditEntry.change': 'updated',
  'AuditEntry.operation': 'updateAgent',
  'AuditEntry.token_id': '0199a5d0-3c0d-7a10-8b20-5f6e7d8c9b0d',
  'AuditEntry.ip_address': '203.0.113.7',
  'AuditEntry.request_id': '6f1d3c5e-0b1a-4c2d-9e3f-5a6b7c8d9e0f',
  'AuditEntry.fields_before': ['initial_message'],
  'AuditEntry.fields_after': ['initial_message', 'webhook'],
  'ListAuditEntriesQuery.record': '0199a5d0-3c01-7a10-8b20-5f6e7d8c9b01',
  'ListAuditEntriesQuery.kind': 'agent',
  'ListAuditEntriesQuery.from': '2026-01-01T00:00:00Z',
  'ListAuditEntriesQuery.until': '2026-02-01T00:00:00Z',
  'ListAuditEntriesQuery.size': 50,
};
