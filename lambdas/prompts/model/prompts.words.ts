export const words = {
  Prompt: 'The instructions of an agent.',
  'Prompt.content': `The text. \${name} stands for a value of the call’s context.`,
  'Prompt.collect_fields': 'The fields that the agent collects in a call.',
  'Prompt.collect_fields.field_type':
    'The kind of value. field_type_email: an e-mail address. field_type_address: a postal address in one line of at most 500 characters. field_type_keypad: 1 to 32 keys that the caller presses on the telephone; the agent must listen for keys (dtmf_input).',
  'Prompt.collect_fields.label': 'What the agent calls the field in conversation.',
  'Prompt.collect_fields.name': 'The name of the field in `collected_fields`.',
  'Prompt.collect_fields.description': 'Tells the agent what the value is for.',
  'Prompt.context_endpoint':
    'URL of an endpoint that supplies the context of a call; null for none. An endpoint of the agent takes precedence.',
  'Prompt.prompt_template': 'What the call’s context must have; null for no requirements.',
  ListedPrompt: 'A prompt in a list: with its template by id.',
  'ListedPrompt.prompt_template': 'The template of the prompt, by id; null if it has none.',
  PromptInput: 'A new prompt.',
  'PromptInput.prompt_template':
    'What the call’s context must have: a template, by its id or as an object; null for none. An object with an `id` names an existing template. An object without one becomes a new template.',
  PromptText: 'The text of a prompt. A UUID is read as the id of a prompt instead.',
  PromptUpdateInput: 'The fields of the prompt to change; a field that you leave out stays unchanged.',
  'PromptUpdateInput.prompt_template':
    'What the call’s context must have: a template, by its id or as an object; null for none. An object with an `id` names an existing template. An object without one becomes a new template.',
  PromptChangeInput:
    'The fields of the agent’s prompt to change; a field that you leave out stays unchanged. Other agents with this prompt change, too.',
  'PromptChangeInput.prompt_template':
    'What the call’s context must have: a template, by its id or as an object; null for none. An object with an `id` names an existing template. An object without one becomes a new template.',
  PromptTemplate: 'What the context of calls with a prompt must have.',
  'PromptTemplate.required_context_keys':
    'Keys that the context of every call must have. If one is missing, the call ends with the status error. If the call was answered, the callee first hears a sentence.',
  'PromptTemplate.label': 'Your label for the template.',
  PromptTemplateInput: 'A new template of a prompt.',
};

export const examples = {
  'Prompt.content': `You answer for a dental practice. Offer \${name} an appointment.`,
  'Prompt.context_endpoint': 'https://example.com/context',
  'Prompt.collect_fields': [
    { field_type: 'field_type_email', label: 'E-mail', name: 'email', description: 'For the confirmation.' },
  ],
  'Prompt.prompt_template': { required_context_keys: ['name'], label: 'Appointments' },
  'ListedPrompt.prompt_template': '0199a5d0-3c0c-7a10-8b20-5f6e7d8c9b0c',
};
