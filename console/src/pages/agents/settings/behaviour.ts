import type { Group } from './group.ts';

/** How the agent behaves in a call. */
export const BEHAVIOUR: readonly Group[] = [
  {
    tab: 'behaviour',
    title: 'Conversation',
    fields: {
      interrupt_sensitivity: {
        label: 'Stop speaking when the contact speaks',
        help: '',
        words: { low: 'For clear words', high: 'At the first sound' },
        isSegmented: true,
      },
      endpointing_sensitivity: {
        label: 'Answer after a pause of the contact',
        help: '',
        words: { auto: 'As usual', relaxed: 'Later', sensitive: 'Sooner' },
        isSegmented: true,
      },
      conversation_speed: {
        label: 'Pace of answers',
        help: '2 answers twice as soon, 0.5 takes twice the time.',
        unit: 'times',
        step: 0.1,
      },
      initial_message_delay: {
        label: 'Wait before the initial message',
        help: 'If the contact speaks first, the agent answers that instead.',
        unit: 'seconds',
        step: 0.5,
      },
      timezone: {
        label: 'Time zone',
        help: 'Its name, such as Europe/Berlin.',
        empty: 'That of the number called',
      },
    },
  },
  {
    tab: 'behaviour',
    title: 'Silence',
    fields: {
      idle_time_seconds: {
        label: 'Silence that is too long',
        help: 'After about 30 seconds the agent says goodbye.',
        more: 'In the menu of a machine it waits for ten minutes, and on hold longer. A higher value here postpones the goodbye.',
        unit: 'seconds',
        step: 1,
        empty: '15',
      },
      ask_if_human_present_on_idle: {
        label: 'Ask whether the contact is still there',
        help: 'After that silence; the contact has 10 seconds to answer.',
      },
    },
  },
  {
    tab: 'behaviour',
    title: 'Do not call',
    fields: {
      run_do_not_call_detection: {
        label: 'Respect requests not to be called again',
        help: 'The agent confirms and hangs up; later calls to the number are refused.',
      },
    },
  },
  {
    tab: 'behaviour',
    title: 'Voicemail and menus of machines',
    folded: 'What the agent leaves on a voicemail, and whether it finds its way through menus.',
    fields: {
      voicemail_message: {
        label: 'Voicemail message',
        help: 'Said after the beep, in calls that leave one.',
        more: `\`\${name}\` stands for a value of the call, as in the prompt.`,
        empty: 'The language model writes one',
      },
      ivr_navigation_mode: {
        label: 'Menus of machines',
        help: '',
        more: 'An agent that uses menus presses keys, listens to them to their end, and bears longer silences.',
        words: { off: 'Talk to them', default: 'Press keys' },
        isSegmented: true,
      },
    },
  },
  {
    tab: 'behaviour',
    title: 'Keys of the contact',
    folded: 'Whether the agent listens to keys that are pressed on the telephone, and hides them in records.',
    fields: {
      dtmf_input: {
        label: 'Listen to keys',
        help: 'The keys of an entry are one answer of the contact.',
      },
      'dtmf_input.terminator': {
        label: 'Key that ends an entry',
        help: '',
        words: { '#': '#', '*': '*', none: 'None' },
        isSegmented: true,
      },
      'dtmf_input.timeout_seconds': {
        label: 'Wait for the next key',
        help: '',
        unit: 'seconds',
        step: 1,
      },
      'dtmf_input.max_length': { label: 'Longest entry', help: '', unit: 'keys', step: 1 },
      mask_dtmf: {
        label: 'Hide keys in records',
        help: 'As •••• in transcripts, events and results.',
        more: 'The language model and your services still get them, and a recording has their tones.',
      },
    },
  },
  {
    tab: 'behaviour',
    title: 'Hearing',
    folded: 'Background noise, and names or terms that are easily misheard.',
    fields: {
      noise_suppression: {
        label: 'Suppress background noise',
        help: 'The operator must have enabled it at the telephony vendor.',
      },
      speech_keywords: {
        label: 'Words to expect',
        help: 'Names and terms, each with a weight above 0.',
        more: 'The telephony vendor knows no weights: it gets all words whose weight is above 0.',
        itemName: 'Word',
      },
    },
  },
  {
    tab: 'behaviour',
    title: 'Turn taking in detail',
    folded: 'How the agent tells that the contact has finished, for those who tune it.',
    fields: {
      turn_taking: {
        label: 'Turn taking',
        help: 'What is empty is chosen for the language.',
        isOpen: true,
      },
      'turn_taking.transcription_model': {
        label: 'Speech recognition',
        help: '',
        more: '`flux` also judges whether the contact has finished, in English and eight further languages; it cannot hear Indonesian and Korean. The others end a turn after a silence.',
        empty: 'Chosen for the language',
        words: { flux: 'flux', 'nova-3-general': 'nova-3', 'nova-2-general': 'nova-2' },
      },
      'turn_taking.end_of_turn_confidence': {
        label: 'Certainty that the contact has finished',
        help: 'Higher waits longer and interrupts less. Only with flux.',
        empty: 'as usual',
        step: 0.05,
      },
      'turn_taking.longest_silence_ms': {
        label: 'Silence that ends a turn at the latest',
        help: '',
        unit: 'seconds',
        scale: 1000,
        empty: 'as usual',
        step: 0.1,
      },
      'turn_taking.ask_ahead': {
        label: 'Prepare answers in pauses',
        help: 'About half a second sooner; you pay for answers that are dropped. Only with flux.',
        more: 'A dropped answer is not spoken or stored, and its actions do not run.',
      },
      'turn_taking.requests_ahead': {
        label: 'Prepared answers in a turn',
        help: '',
        unit: 'at most',
        step: 1,
      },
    },
  },
  {
    tab: 'behaviour',
    title: 'Events',
    folded: 'The webhook that is told about this agent’s calls.',
    fields: { webhook: { label: 'Webhook', help: '', empty: 'None' } },
  },
];
