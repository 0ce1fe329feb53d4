import type { Group } from './group.ts';

/**
 * Every field of an agent on its tab, the common ones first, with the words that the API's document has no use for: it
 * is written for programs. A field that is missing here is folded into "More".
 */
export const GROUPS: readonly Group[] = [
  {
    tab: 'prompt',
    fields: {
      name: {},
      'prompt.content': {
        more: `\`\${name}\` stands for a value of the call. A saved change also applies to other agents with the same prompt.`,
      },
      initial_message: { empty: 'None: the contact speaks first' },
      language: { help: 'What the agent speaks and hears. The Voice tab has more languages.' },
    },
  },
  {
    tab: 'prompt',
    title: 'Values for the prompt',
    folded: 'The names that every call needs a value for, and your service that supplies them.',
    fields: {
      'prompt.prompt_template': {
        label: 'Required values',
        help: 'A call without one of them is refused.',
        more: 'If a value is missing after a call is answered, the contact hears a sentence and the call ends.',
        isOpen: true,
      },
      'prompt.prompt_template.required_context_keys': {
        label: 'Names',
        help: 'As in the prompt, without the dollar sign and braces.',
        itemName: 'Name',
      },
      context_endpoint: {},
    },
  },
  {
    tab: 'prompt',
    title: 'Details to collect',
    folded: 'Email addresses, postal addresses and digits that the agent asks for and reads back.',
    fields: {
      'prompt.collect_fields': { label: 'Details', help: '', itemName: 'Detail' },
      'prompt.collect_fields.field_type': {
        label: 'Kind',
        help: '',
        more: '',
        words: {
          field_type_email: 'Email address',
          field_type_address: 'Postal address',
          field_type_keypad: 'Keypad input',
        },
      },
      'prompt.collect_fields.label': { label: 'What the agent calls it', help: '' },
      'prompt.collect_fields.name': { label: 'Name in the results', help: 'Such as email.' },
      'prompt.collect_fields.description': { label: 'What it is for', help: 'The agent reads this.' },
    },
  },
  {
    tab: 'prompt',
    title: 'Language model',
    folded: 'Another model, its temperature, your own account, and a fallback if the model fails.',
    fields: {
      llm_model_name_override: {
        label: 'Model',
        more: 'It needs your own account below, unless the service has the model at Amazon Bedrock.',
        empty: 'The default model',
      },
      llm_temperature: { label: 'Temperature', step: 0.1 },
      llm_reasoning_effort: { label: 'Reasoning effort', empty: 'The model’s default' },
      llm_account_connection: {
        label: 'Your account',
        help: 'Used instead of the service’s own account.',
        empty: 'The service’s own',
      },
      llm_fallback: { label: 'Fallback model' },
      'llm_fallback.provider': {
        more: '',
        words: {
          llm_vendor_a: 'The default vendor',
          llm_vendor_b: 'The second vendor',
          bedrock: 'Amazon Bedrock',
        },
      },
      'llm_fallback.model_name': { label: 'Second model', more: '' },
    },
  },
  { tab: 'voice', fields: { voice: {} } },
  {
    tab: 'voice',
    title: 'Further languages',
    folded: 'Up to four languages that the agent switches to when the contact speaks or asks for them.',
    fields: {
      languages: { help: '', itemName: 'Language' },
      'languages.language': { help: '' },
      'languages.voice_name': { label: 'Voice', more: '', empty: 'The agent’s own, or the default' },
    },
  },
  { tab: 'actions', fields: { actions: {} } },
  { tab: 'steps', fields: { steps: { help: '' } } },
  {
    tab: 'knowledge',
    fields: {
      vector_database: {
        label: 'Knowledge',
        help: 'A vector database in which the agent looks up passages for each answer.',
        empty: 'None',
      },
    },
  },
  {
    tab: 'behaviour',
    title: 'Conversation',
    fields: {
      interrupt_sensitivity: { isSegmented: true },
      endpointing_sensitivity: { isSegmented: true },
      conversation_speed: { unit: 'times', step: 0.1 },
      initial_message_delay: { unit: 'seconds', step: 0.5 },
      timezone: { label: 'Time zone', empty: 'That of the number called' },
    },
  },
  {
    tab: 'behaviour',
    title: 'Silence',
    fields: {
      idle_time_seconds: {
        label: 'Silence timeout',
        help: 'After about 30 seconds of silence, the agent says goodbye.',
        more: 'In a phone menu it waits for ten minutes, and longer on hold. A longer timeout postpones the goodbye.',
        empty: '15',
      },
      ask_if_human_present_on_idle: {
        label: 'Ask whether the contact is still there',
        help: 'After the silence timeout; the contact has 10 seconds to answer.',
      },
    },
  },
  {
    tab: 'behaviour',
    title: 'Do not call',
    fields: { run_do_not_call_detection: { label: 'Respect do-not-call requests' } },
  },
  {
    tab: 'behaviour',
    title: 'Voicemail, call screening and phone menus',
    folded: 'What machines hear, and whether the agent navigates phone menus (IVR).',
    fields: {
      voicemail_message: {
        help: 'What the agent says after the beep, in calls that leave a message.',
        empty: 'The language model writes one',
      },
      call_screening: {
        label: 'Call screening',
        help: 'What the agent tells a machine or person that asks who is calling. It then waits for the contact.',
        more: 'It says both word for word.',
      },
      'call_screening.identity': { label: 'Who is calling', help: '', empty: 'Ada of Lakeside Dental' },
      'call_screening.purpose': { label: 'Why', help: '', empty: 'About your appointment on Tuesday' },
      ivr_navigation_mode: {
        label: 'Phone menus (IVR)',
        help: '',
        more: 'An agent that navigates menus presses keys, listens to menus to their end, and waits longer in silence.',
        words: { off: 'Talk to them', default: 'Press keys' },
        isSegmented: true,
      },
    },
  },
  {
    tab: 'behaviour',
    title: 'Keypad input',
    folded: 'Whether the agent listens for keys that the contact presses, and hides them in records.',
    fields: {
      dtmf_input: { label: 'Keypad input' },
      'dtmf_input.terminator': { help: '', isSegmented: true },
      'dtmf_input.max_length': { label: 'Longest entry', unit: 'keys' },
      mask_dtmf: { label: 'Hide keys in records' },
    },
  },
  {
    tab: 'behaviour',
    title: 'Speech recognition',
    folded: 'Background noise, and names or terms that are often misheard.',
    fields: { noise_suppression: {}, speech_keywords: { itemName: 'Word' } },
  },
  {
    tab: 'behaviour',
    title: 'Turn-taking in detail',
    folded: 'How the agent tells that the contact has finished, if you want to tune it.',
    fields: {
      turn_taking: {
        label: 'Turn-taking',
        help: 'An empty field has the default of the language.',
        more: '',
        isOpen: true,
      },
      'turn_taking.transcription_model': { empty: 'The default of the language' },
      'turn_taking.end_of_turn_confidence': { empty: 'default', step: 0.05 },
      'turn_taking.longest_silence_ms': {
        help: 'Ends a turn, even if flux judges that the contact has not finished.',
        more: '',
        empty: 'default',
      },
      'turn_taking.turn_detection': {
        label: 'Turn detection by the carrier',
        help: 'English only; not for PCI or HIPAA.',
        more: 'The carrier’s own model tells that the contact has finished, in place of flux.',
      },
      'turn_taking.ask_ahead': {
        label: 'Prepare answers in pauses',
        help: 'About half a second faster; you pay for dropped answers. Only with flux.',
        more: 'A dropped answer is not spoken or stored, and its actions do not run.',
      },
      'turn_taking.requests_ahead': { label: 'Prepared answers in a turn', help: '', unit: 'at most' },
    },
  },
  {
    tab: 'behaviour',
    title: 'Events',
    folded: 'The webhook that gets the events of this agent’s calls.',
    fields: { webhook: { help: '', empty: 'None' } },
  },
  {
    tab: 'analysis',
    fields: {
      analysis: { label: 'Analyze completed calls' },
      'analysis.success_rubric': { label: 'What counts as a success' },
      'analysis.extract': {
        label: 'Values to extract',
        help: 'Each is looked up in the conversation, with a quotation.',
        more: '',
      },
    },
  },
  {
    tab: 'tests',
    fields: {
      publish_requires: {
        label: 'Required tests',
        help: 'A version must pass them before it is published. This needs “Require publishing” under Versions.',
        more: '',
      },
    },
  },
  {
    tab: 'versions',
    fields: {
      drafts: {
        label: 'Require publishing',
        help: 'Otherwise calls use each saved change at once.',
        more: '',
      },
    },
  },
];
