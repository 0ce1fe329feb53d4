import type { Fields } from '../../../form/field.ts';
import type { Group } from './group.ts';

const CONVERSATION: Fields = {
  interrupt_sensitivity: {
    label: 'Stop speaking when the contact speaks',
    help: 'How readily the agent stops talking when the contact interrupts (barge-in).',
    options: { low: 'for clear words', high: 'at the first sound' },
    isSegmented: true,
  },
  endpointing_sensitivity: {
    label: 'Answer after a pause',
    help: 'How soon a pause of the contact ends their turn.',
    options: { auto: 'auto', relaxed: 'relaxed', sensitive: 'sensitive' },
    isSegmented: true,
  },
  conversation_speed: {
    label: 'Conversation speed',
    help: 'How quickly the agent answers, as a factor.',
    more: 'Above 1 it answers sooner, below 1 later.',
    ...{ minimum: 0.5, maximum: 2, step: 0.1 },
    unit: 'times',
    default: 1,
  },
  initial_message_delay: {
    label: 'Initial message delay',
    help: 'Seconds from the answer of the call to the initial message.',
    more: 'If the contact speaks first, the agent drops the message and answers their words.',
    ...{ minimum: 0, maximum: 25, step: 0.5 },
    unit: 'seconds',
    default: 0,
  },
  timezone: {
    label: 'Time zone',
    help: `In which the agent tells the time, and of \`\${now}\` and \`\${today}\` in its texts, such as Europe/Berlin.`,
    empty: 'That of the number called',
  },
};

const MACHINES: Fields = {
  voicemail_message: {
    kind: 'prose',
    label: 'Voicemail message',
    help: 'What the agent says after the beep, in calls that leave a message.',
    more: `\`\${name}\` stands for a value of the call’s context.`,
    empty: 'The language model writes one',
  },
  call_screening: {
    label: 'Call screening',
    help: 'What the agent tells a machine or person that asks who is calling. It then waits for the contact.',
    more: 'It says both word for word.',
    fields: {
      identity: { kind: 'prose', label: 'Who is calling', empty: 'Ada of Lakeside Dental', required: true },
      purpose: { kind: 'prose', label: 'Why', empty: 'About your appointment on Tuesday', required: true },
    },
  },
  ivr_navigation_mode: {
    label: 'Phone menus (IVR)',
    more: 'An agent that navigates menus presses keys, listens to menus to their end, and waits longer in silence.',
    options: { off: 'Talk to them', default: 'Press keys' },
    isSegmented: true,
  },
};

const KEYPAD: Fields = {
  dtmf_input: {
    label: 'Keypad input',
    help: 'How the agent listens for keys that the contact presses on the telephone.',
    more: 'The keys of an entry are one turn of the contact, such as [keys 123].',
    fields: {
      terminator: {
        label: 'Terminator',
        options: { '#': '#', '*': '*', none: 'none' },
        isSegmented: true,
      },
      timeout_seconds: {
        label: 'Timeout',
        help: 'Seconds without another key after which an entry ends.',
        ...{ minimum: 1, maximum: 10, default: 2 },
        unit: 'seconds',
      },
      max_length: {
        label: 'Longest entry',
        help: 'The number of keys after which an entry ends.',
        more: 'Later keys are the next entry, except a terminator right after the last one.',
        ...{ minimum: 1, maximum: 32, default: 32 },
        unit: 'keys',
      },
    },
  },
  mask_dtmf: {
    kind: 'boolean',
    label: 'Hide keys in records',
    help: 'Whether to hide the keys that contacts press (••••) in transcripts, events, actions and details.',
    more: 'The language model and the services of actions still get them. A recording of the call has their tones.',
  },
};

const TURN_TAKING: Fields = {
  transcription_model: {
    label: 'Transcription model',
    help: 'The model that transcribes the contact.',
    more: 'flux also judges whether the contact has finished. It is the default in English. It does not support Indonesian and Korean. The other models end a turn after a silence.',
    options: { flux: 'flux', 'nova-3-general': 'nova-3-general', 'nova-2-general': 'nova-2-general' },
    empty: 'The default of the language',
  },
  end_of_turn_confidence: {
    label: 'End of turn confidence',
    help: 'How confident flux must be that the contact has finished.',
    more: 'A higher value waits longer and interrupts less.',
    ...{ minimum: 0.5, maximum: 0.9, step: 0.05 },
    empty: 'default',
  },
  longest_silence_ms: {
    label: 'Longest silence',
    help: 'Ends a turn, even if flux judges that the contact has not finished.',
    ...{ minimum: 600, maximum: 5000, scale: 1000 },
    unit: 'seconds',
    empty: 'default',
  },
  turn_detection: {
    kind: 'boolean',
    label: 'Turn detection by the carrier',
    help: 'English only; not for PCI or HIPAA.',
    more: 'The carrier’s own model tells that the contact has finished, in place of flux.',
  },
  ask_ahead: {
    kind: 'boolean',
    label: 'Prepare answers in pauses',
    help: 'About half a second faster; you pay for dropped answers. Only with flux.',
    more: 'A dropped answer is not spoken or stored, and its actions do not run.',
    default: false,
  },
  requests_ahead: {
    label: 'Prepared answers in a turn',
    unit: 'at most',
    ...{ minimum: 1, maximum: 5, default: 2 },
  },
};

/** The settings of the tab *Call behaviour*. */
export const BEHAVIOUR: readonly Group[] = [
  { title: 'Conversation', fields: CONVERSATION },
  {
    title: 'Silence',
    fields: {
      idle_time_seconds: {
        label: 'Silence timeout',
        help: 'After about 30 seconds of silence, the agent says goodbye.',
        more: 'In a phone menu it waits for ten minutes, and longer on hold. A longer timeout postpones the goodbye.',
        ...{ minimum: 1, maximum: 3600 },
        unit: 'seconds',
        empty: '15',
      },
      ask_if_human_present_on_idle: {
        kind: 'boolean',
        label: 'Ask whether the contact is still there',
        help: 'After the silence timeout; the contact has 10 seconds to answer.',
      },
    },
  },
  {
    title: 'Disclosure',
    fields: {
      disclosure: {
        kind: 'prose',
        label: 'Disclosure',
        help: 'What the contact hears first, word for word: who calls, that it is a machine, whether the call is recorded, how to stop.',
        more: `The contact cannot interrupt it. The agent says it again after a transfer that nobody took, and in voicemails. \`\${name}\` stands for a value of the call’s context.`,
        empty: 'None',
      },
    },
  },
  {
    title: 'Do not call',
    fields: {
      stop_key: {
        label: 'Stop key',
        help: 'A key that puts the contact on the do-not-call list and ends the call, unless the agent waits for keys.',
        empty: 'None',
      },
      run_do_not_call_detection: {
        kind: 'boolean',
        label: 'Respect do-not-call requests',
        help: 'Whether the agent acts on a request to be put on the do-not-call list.',
        more: 'If it does, it confirms the request and ends the call. From then on, calls to the number are refused.',
      },
    },
  },
  {
    title: 'Voicemail, call screening and phone menus',
    folded: 'What machines hear, and whether the agent navigates phone menus (IVR).',
    fields: MACHINES,
  },
  {
    title: 'Keypad input',
    folded: 'Whether the agent listens for keys that the contact presses, and hides them in records.',
    fields: KEYPAD,
  },
  {
    title: 'Speech recognition',
    folded: 'Background noise, and names or terms that are often misheard.',
    fields: {
      noise_suppression: {
        kind: 'boolean',
        label: 'Noise suppression',
        help: 'Whether to suppress the contact’s background noise.',
        more: 'The operator must have enabled this at the telephony vendor.',
      },
      speech_keywords: {
        kind: 'keywords',
        label: 'Expected words',
        help: 'Words that speech recognition should expect, one per line; with a boost if it isn’t 1: `Larkspur: 2`.',
      },
    },
  },
  {
    title: 'Turn-taking in detail',
    folded: 'How the agent tells that the contact has finished, if you want to tune it.',
    fields: {
      turn_taking: {
        label: 'Turn-taking',
        help: 'An empty field has the default of the language.',
        isOpen: true,
        fields: TURN_TAKING,
      },
    },
  },
  {
    title: 'Events',
    folded: 'The webhook that gets the events of this agent’s calls.',
    fields: { webhook: { kind: 'reference', label: 'Webhook', empty: 'None' } },
  },
];
