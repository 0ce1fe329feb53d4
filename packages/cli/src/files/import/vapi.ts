import { type Fields, isFields } from '../api-document.ts';
import {
  analysisOf,
  defined,
  elevenLabsVoice,
  type ImportedAgent,
  ImportSource,
  OTHER_MODEL,
  transferTo,
} from './import-source.ts';

/** What only identifies the assistant there. */
const IGNORED = ['id', 'orgId', 'createdAt', 'updatedAt', 'isServerUrlSecretSet'];

/** An assistant of Vapi, as `GET /assistant/{id}` shows it: https://docs.vapi.ai/api-reference/assistants/get */
export function importVapi(content: unknown): ImportedAgent {
  const source = new ImportSource(content);
  const name = source.text('name') ?? 'assistant';
  const messages = source
    .items('model.messages')
    .flatMap(({ item, place }) => (item.role === 'system' ? [source.text(`${place}.content`) ?? ''] : []));
  for (const { place } of source.items('model.messages')) source.used(`${place}.role`);
  const speaksFirst = source.at('firstMessageMode') ?? 'assistant-speaks-first';
  if (speaksFirst === 'assistant-speaks-first-with-model-generated-message')
    source.none('firstMessageMode', 'The agent’s first message is fixed, or the contact speaks first.');
  else source.used('firstMessageMode');
  source.none('server.secret', 'The service makes the secret of a webhook itself.');
  const fields = defined({
    name,
    language: source.language('transcriber.language'),
    initial_message: speaksFirst === 'assistant-waits-for-user' ? undefined : source.text('firstMessage'),
    llm_temperature: source.number('model.temperature', { least: 0, most: 1 }),
    llm_model_name_override: modelOf(source),
    idle_time_seconds: source.number('silenceTimeoutSeconds', { least: 1, most: 3600 }),
    voicemail_message: source.text('voicemailMessage', 'Set on_no_human_answer of a call to leave_message.'),
    speech_keywords: keywordsOf(source),
    dtmf_input: keysOf(source),
    analysis: evaluationOf(source),
    voice: voiceOf(source),
    actions: actionsOf(source),
    webhook: source.webhook(source.at('server.url') === undefined ? 'serverUrl' : 'server.url'),
  });
  return { name, prompt: messages.join('\n\n'), fields, notes: source.notes(IGNORED) };
}

function modelOf(source: ImportSource): string | undefined {
  if (source.at('model.provider') !== 'openai') return source.none('model.provider', OTHER_MODEL);
  source.used('model.provider');
  return source.text('model.model');
}

function voiceOf(source: ImportSource): Fields {
  if (source.at('voice.provider') !== '11labs') return source.otherVoice('voice');
  source.used('voice.provider');
  return elevenLabsVoice(source, {
    id: 'voice.voiceId',
    stability: 'voice.stability',
    similarity: 'voice.similarityBoost',
    model: 'voice.model',
    latency: 'voice.optimizeStreamingLatency',
  });
}

/** Keywords are `word` or `word:intensifier`. */
function keywordsOf(source: ImportSource): Fields | undefined {
  const list = source.at('transcriber.keywords');
  if (!Array.isArray(list)) return undefined;
  const weights = list
    .map((keyword) => String(keyword).split(':'))
    .map(([word = '', weight]) => [word, Number(weight ?? 1) || 1]);
  return source.taken('transcriber.keywords', Object.fromEntries(weights));
}

function keysOf(source: ImportSource): Fields | undefined {
  if (source.at('keypadInputPlan.enabled') !== true) return undefined;
  source.used('keypadInputPlan.enabled');
  const delimiters = [source.at('keypadInputPlan.delimiters')].flat().join('');
  source.used('keypadInputPlan.delimiters', delimiters.length > 1 ? 'One key ends an entry here.' : '');
  return defined({
    terminator: /^[#*]/.test(delimiters) ? delimiters[0] : undefined,
    timeout_seconds: source.number('keypadInputPlan.timeoutSeconds', { least: 1, most: 10 }),
  });
}

function evaluationOf(source: ImportSource): Fields | undefined {
  const plan = source.at('analysisPlan.structuredDataPlan.schema');
  const schema = plan ?? source.at('analysisPlan.structuredDataSchema');
  if (isFields(schema)) source.used(`analysisPlan.structuredData${schema === plan ? 'Plan' : 'Schema'}`);
  const rubric = source.text('analysisPlan.successEvaluationPrompt');
  source.none('analysisPlan.successEvaluationPlan', 'Write success_rubric in words.');
  source.used('analysisPlan.summaryPlan.enabled');
  return analysisOf(rubric, isFields(schema) ? schema : undefined);
}

function actionsOf(source: ImportSource): Fields[] {
  source.none(
    'model.toolIds',
    'Tools that are records of their own are not in this file. Export them, and add them to model.tools.',
  );
  const actions = source.items('model.tools').flatMap(({ item, place }) => actionOf(source, item, place));
  if (source.at('endCallFunctionEnabled') !== true) return actions;
  const end = source.taken('endCallFunctionEnabled', { type: 'action_end_conversation' });
  return actions.some(({ type }) => type === end.type) ? actions : [...actions, end];
}

const SIMPLE: Readonly<Record<string, readonly [type: string, note?: string]>> = {
  endCall: ['action_end_conversation'],
  dtmf: ['action_dtmf'],
  sms: ['action_send_text', 'The text goes to the contact, from the agent’s number.'],
};

function actionOf(source: ImportSource, tool: Fields, place: string): Fields[] {
  const { type } = tool;
  const { name, description, parameters }: Fields = { ...Object(tool.function) };
  const simple = SIMPLE[String(type)];
  if (simple) return [source.taken(place, { type: simple[0] }, simple[1])];
  const url = source.at(`${place}.server.url`) ?? source.at(`${place}.url`);
  if ((type === 'function' || type === 'apiRequest') && typeof url === 'string') {
    const given = { name: name ?? tool.name, description: description ?? tool.description };
    return [source.externalAction(place, { ...given, url, schema: parameters ?? tool.body })];
  }
  const destinations = type === 'transferCall' ? source.items(`${place}.destinations`) : [];
  const transfers = destinations.filter(({ item }) => item.type === 'number');
  if (transfers.length === 0)
    source.none(place, type === 'function' ? 'It has no URL: give the tool its server.' : '');
  return transfers.map(({ item, place: at }) => {
    source.used(`${place}.type`);
    const announced = 'The agent announces the transfer in its own words.';
    return source.taken(at, transferTo(item.number), typeof item.message === 'string' ? announced : '');
  });
}
