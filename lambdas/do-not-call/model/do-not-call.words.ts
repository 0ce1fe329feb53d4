export const words = {
  DoNotCallInput: 'Numbers to add to your do-not-call list or to remove from it, and the reason.',
  'DoNotCallInput.phone_numbers': 'The telephone numbers, each with its country code.',
  'DoNotCallInput.reason': 'The reason, in your own words. It is stored with the change.',
  DoNotCallEntry:
    'One period in which a number is on your do-not-call list, from its addition to its removal. A removed entry is stored for five years.',
  'DoNotCallEntry.listed_at': 'When it was added.',
  'DoNotCallEntry.reason': 'Why it was added.',
  'DoNotCallEntry.source':
    'How it was added: api (by you), or call (the caller or callee asked for it in a call).',
  'DoNotCallEntry.call_id':
    'The call in which the caller or callee asked for it; null if you added the number.',
  'DoNotCallEntry.removed_at': 'When it was removed; null while it is on the list.',
  'DoNotCallEntry.removal_reason': 'Why it was removed; null while it is on the list.',
  DoNotCallCheck: 'Whether a number is on your do-not-call list.',
  'DoNotCallCheck.listed': 'Whether the number is on the list.',
  'DoNotCallCheck.entry': 'The entry of the number; null if the number is not on the list.',
  DoNotCallAdditions: 'The results of the addition.',
  'DoNotCallAdditions.results.result': 'added; or already_listed, which leaves the entry unchanged.',
  'DoNotCall.results': 'One result per number, in the order of the request.',
  DoNotCallRemovals: 'The results of the removal.',
  'DoNotCallRemovals.results.result': 'removed; or not_listed, which changes nothing.',
};

export const examples = {
  'DoNotCallInput.phone_numbers': ['+15551230002'],
  'DoNotCallInput.reason': 'Asked by e-mail not to be called again.',
  'DoNotCallEntry.reason': 'Asked by e-mail not to be called again.',
  'DoNotCallCheck.listed': true,
};
