import { type Fields, isFields } from '../api-document.ts';
import {
  analysisOf,
  defined,
  type ImportedAgent,
  ImportSource,
  objectOf,
  transferTo,
} from './import-source.ts';

const IGNORED = [
  'agent_id',
  'version',
  'is_published',
  'last_modification_timestamp',
  'base_version',
  'channel',
  'llm_id',
  'llmURL',
];

/** Where the exported file or a file of your own has the answer of `GET /get-retell-llm/{id}`. */
const ENGINES = ['retellLlmData', 'retell_llm', 'llm'];

const IN_SECONDS = { by: 0.001, note: 'In seconds.' };

/** An agent of Retell, with its response engine: https://docs.retellai.com/api-references/get-agent */
export function importRetell(content: unknown): ImportedAgent {
  const source = new ImportSource(content);
  const engine = ENGINES.find((key) => isFields(source.at(key))) ?? 'retellLlmData';
  const name = source.text('agent_name') ?? 'agent';
  source.none(
    'response_engine',
    isFields(source.at(engine))
      ? 'Its content was imported.'
      : 'The file lacks the response engine: add the answer of GET /get-retell-llm/{id} as retellLlmData.',
  );
  source.none('conversationFlow', 'Write a conversation flow as steps: see docs/steps.md.');
  source.none(`${engine}.states`, 'Write states as steps: see docs/steps.md.');
  const contactSpeaksFirst = source.at(`${engine}.start_speaker`) === 'user';
  source.used(`${engine}.start_speaker`);
  const fields = defined({
    name,
    language: languageOf(source),
    initial_message: contactSpeaksFirst ? undefined : source.text(`${engine}.begin_message`),
    initial_message_delay: source.number('begin_message_delay_ms', { ...IN_SECONDS, least: 0, most: 25 }),
    interrupt_sensitivity: sensitivityOf(source),
    noise_suppression: noiseOf(source),
    llm_temperature: source.number(`${engine}.model_temperature`, { least: 0, most: 1 }),
    llm_model_name_override: source.model(`${engine}.model`),
    idle_time_seconds: source.number('end_call_after_silence_ms', { ...IN_SECONDS, least: 1, most: 3600 }),
    voicemail_message:
      source.text('voicemail_option.action.text', 'Set on_no_human_answer of a call to leave_message.') ??
      source.text('voicemail_message'),
    speech_keywords: source.keywords('boosted_keywords'),
    timezone: source.text('timezone'),
    analysis: evaluationOf(source),
    voice: voiceOf(source),
    actions: source
      .items(`${engine}.general_tools`)
      .flatMap(({ item, place }) => actionOf(source, item, place)),
    webhook: source.webhook('webhook_url'),
  });
  return {
    name,
    prompt: source.text(`${engine}.general_prompt`) ?? '',
    fields,
    notes: source.notes(IGNORED),
  };
}

function languageOf(source: ImportSource): string | undefined {
  const value = source.at('language');
  if (Array.isArray(value)) {
    source.none('language', 'Further languages need a voice each: see languages.');
    return source.language('language.0');
  }
  return value === 'multi'
    ? source.none('language', 'Name the languages: see languages.')
    : source.language('language');
}

/** 0 to 1 there; low and high here. */
function sensitivityOf(source: ImportSource): string | undefined {
  const value = source.at('interruption_sensitivity');
  if (typeof value !== 'number') return undefined;
  return source.taken('interruption_sensitivity', value >= 0.5 ? 'high' : 'low', 'low or high here.');
}

function noiseOf(source: ImportSource): boolean | undefined {
  const mode = source.at('denoising_mode');
  if (mode === undefined) return undefined;
  const isOn = mode !== 'no-denoise';
  return source.taken('denoising_mode', isOn, isOn ? 'On or off here.' : '');
}

function evaluationOf(source: ImportSource): Fields | undefined {
  const asked = source.items('post_call_analysis_data').map(({ item, place }) => {
    const { name, type, description, choices } = item;
    const known = ['boolean', 'number'].includes(String(type)) ? type : 'string';
    const ofChoices = Array.isArray(choices) && { enum: choices };
    return source.taken(place, [String(name), { type: known, description, ...ofChoices }] as const);
  });
  return analysisOf(source.text('analysis_successful_prompt'), objectOf(asked));
}

function voiceOf(source: ImportSource): Fields {
  const [, custom] = /^(?:11labs|custom_voice)[-_](\w{20})$/.exec(String(source.at('voice_id'))) ?? [];
  return custom === undefined
    ? source.otherVoice('voice_id')
    : source.taken('voice_id', { type: 'voice_vendor_c', voice_id: custom });
}

const SIMPLE: Readonly<Record<string, string>> = {
  end_call: 'action_end_conversation',
  press_digit: 'action_dtmf',
  send_sms: 'action_send_text',
};

function actionOf(source: ImportSource, tool: Fields, place: string): Fields[] {
  const number = source.at(`${place}.transfer_destination.number`);
  const type = SIMPLE[String(tool.type)];
  if (type !== undefined) {
    const note = tool.description ? 'The model decides by the prompt when to do it.' : '';
    return [source.taken(place, { type }, note)];
  }
  if (tool.type === 'custom' && typeof tool.url === 'string') {
    const { name, description, url, parameters: schema } = tool;
    const speaks = tool.speak_during_execution === true;
    return [source.externalAction(place, { name, description, url, schema, speaks })];
  }
  if (tool.type === 'transfer_call' && typeof number === 'string' && /^\+\d+$/.test(number)) {
    const isCold = source.at(`${place}.transfer_option.type`) === 'cold_transfer';
    const action = transferTo(number, isCold ? {} : { warm_transfer: {} });
    return [source.taken(place, action, isCold ? '' : 'The model writes what the person hears.')];
  }
  source.none(place);
  return [];
}
