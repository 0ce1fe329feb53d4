/** Descriptions of the do-not-call list. */
export const doNotCallDescriptions = {
  DoNotCallInput: 'Numbers to add to your do-not-call list or to remove from it, and the reason.',
  'DoNotCallInput.phone_numbers': 'The telephone numbers, each with its country code.',
  'DoNotCallInput.reason': 'Why, in your words. The reason is stored with the change.',
  DoNotCallEntry:
    'One period in which a number is on your do-not-call list, from its addition to its removal. After the removal, the entry is kept for five years.',
  'DoNotCallEntry.phone_number': 'The telephone number, in E.164.',
  'DoNotCallEntry.listed_at': 'When it was added: ISO 8601, in UTC.',
  'DoNotCallEntry.reason': 'Why it was added.',
  'DoNotCallEntry.source':
    'How it was added: api (by you), or call (the caller or callee asked for it in a call).',
  'DoNotCallEntry.call_id':
    'The call in which the caller or callee asked for it: a UUID; null if you added the number.',
  'DoNotCallEntry.removed_at': 'When it was removed: ISO 8601, in UTC; null while it is on the list.',
  'DoNotCallEntry.removal_reason': 'Why it was removed; null while it is on the list.',
  DoNotCallCheck: 'Whether a number is on your do-not-call list.',
  'DoNotCallCheck.phone_number': 'The telephone number, in E.164.',
  'DoNotCallCheck.listed': 'Whether the number is on the list.',
  'DoNotCallCheck.entry': 'The entry of the number; null if the number is not on the list.',
  DoNotCallAdditions: 'The results of the addition.',
  'DoNotCallAdditions.results': 'One result per number, in the order of the request.',
  'DoNotCallAdditions.results.phone_number': 'The telephone number, in E.164.',
  'DoNotCallAdditions.results.result': 'added; or already_listed, which leaves the entry unchanged.',
  DoNotCallRemovals: 'The results of the removal.',
  'DoNotCallRemovals.results': 'One result per number, in the order of the request.',
  'DoNotCallRemovals.results.phone_number': 'The telephone number, in E.164.',
  'DoNotCallRemovals.results.result': 'removed; or not_listed, which changes nothing.',
};
