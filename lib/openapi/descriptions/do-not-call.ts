/** Descriptions of the do-not-call list. */
export const doNotCallDescriptions = {
  DoNotCallInput: 'Numbers to add to your do-not-call list or to remove from it, and the reason.',
  'DoNotCallInput.phone_numbers': 'The telephone numbers, each with its country code.',
  'DoNotCallInput.reason': 'Why, in your words; it is kept with the change.',
  DoNotCallEntry:
    'A stay of a number on your do-not-call list, from its addition to its removal. A former one is kept for five years.',
  'DoNotCallEntry.phone_number': 'The telephone number, in E.164.',
  'DoNotCallEntry.listed_at': 'When it was added: ISO 8601, in UTC.',
  'DoNotCallEntry.reason': 'Why it was added.',
  'DoNotCallEntry.source':
    'Who added it: you (api), or the callee or caller who asked for it in a call (call).',
  'DoNotCallEntry.call_id': 'The call in which it was asked for: a UUID; null if you added the number.',
  'DoNotCallEntry.removed_at': 'When it was removed: ISO 8601, in UTC; null while it is on the list.',
  'DoNotCallEntry.removal_reason': 'Why it was removed; null while it is on the list.',
  DoNotCallCheck: 'Whether a number is on your do-not-call list.',
  'DoNotCallCheck.phone_number': 'The telephone number, in E.164.',
  'DoNotCallCheck.listed': 'Whether it is on the list.',
  'DoNotCallCheck.entry': 'Its entry; null if it is not on the list.',
  DoNotCallAdditions: 'What became of the numbers.',
  'DoNotCallAdditions.results': 'The result of each number, in the order of the request.',
  'DoNotCallAdditions.results.phone_number': 'The telephone number, in E.164.',
  'DoNotCallAdditions.results.result':
    'What became of it: added, or already_listed, which leaves its entry unchanged.',
  DoNotCallRemovals: 'What became of the numbers.',
  'DoNotCallRemovals.results': 'The result of each number, in the order of the request.',
  'DoNotCallRemovals.results.phone_number': 'The telephone number, in E.164.',
  'DoNotCallRemovals.results.result': 'What became of it: removed, or not_listed, which changes nothing.',
};
