import { type Fields, isFields } from '../api-document.ts';
import {
  analysisOf,
  defined,
  elevenLabsVoice,
  type ImportedAgent,
  ImportSource,
  objectOf,
  transferTo,
} from './import-source.ts';

const IGNORED = [
  'agent_id',
  'metadata',
  'access_info',
  'version_id',
  'branch_id',
  'main_branch_id',
  'phone_numbers',
];

const AGENT = 'conversation_config.agent';
const PROMPT = `${AGENT}.prompt`;
const VOICE = 'conversation_config.tts';

/** An agent of ElevenLabs, as `GET /v1/convai/agents/{id}` shows it: https://elevenlabs.io/docs/api-reference/agents/get */
export function importElevenLabs(content: unknown): ImportedAgent {
  const source = new ImportSource(content);
  const name = source.text('name') ?? 'agent';
  source.none(
    `${PROMPT}.tool_ids`,
    'Tools that are records of their own are not in this file. Export them, and add them to tools.',
  );
  source.none(
    `${PROMPT}.knowledge_base`,
    'Put the texts into a vector database, and name it as vector_database.',
  );
  const fields = defined({
    name,
    language: source.language(`${AGENT}.language`),
    languages: languagesOf(source),
    initial_message: source.text(`${AGENT}.first_message`),
    conversation_speed: source.number(`${VOICE}.speed`, { least: 0.5, most: 2 }),
    llm_temperature: source.number(`${PROMPT}.temperature`, { least: 0, most: 1 }),
    llm_model_name_override: source.model(`${PROMPT}.llm`),
    idle_time_seconds: idleOf(source),
    speech_keywords: source.keywords('conversation_config.asr.keywords'),
    timezone: source.text(`${PROMPT}.timezone`),
    analysis: evaluationOf(source),
    voice: elevenLabsVoice(source, {
      id: `${VOICE}.voice_id`,
      stability: `${VOICE}.stability`,
      similarity: `${VOICE}.similarity_boost`,
      model: `${VOICE}.model_id`,
      latency: `${VOICE}.optimize_streaming_latency`,
    }),
    actions: actionsOf(source),
  });
  return { name, prompt: source.text(`${PROMPT}.prompt`) ?? '', fields, notes: source.notes(IGNORED) };
}

/** Seconds; -1 for never. */
function idleOf(source: ImportSource): number | undefined {
  const place = 'conversation_config.turn.silence_end_call_timeout';
  return source.at(place) === -1
    ? source.none(place, 'A silence ends the call after 30 seconds, or idle_time_seconds.')
    : source.number(place, { least: 1, most: 3600 });
}

/** The agent's voice speaks each of its languages. */
function languagesOf(source: ImportSource): Fields[] {
  const presets = source.at('conversation_config.language_presets');
  return Object.keys({ ...Object(presets) }).flatMap((code) => {
    const place = `conversation_config.language_presets.${code}`;
    const note = 'The agent’s first message and voice are the same in each language.';
    return [source.taken(place, { language: code }, note)];
  });
}

function evaluationOf(source: ImportSource): Fields | undefined {
  const criteria = source.items('platform_settings.evaluation.criteria').map(({ item, place }) => {
    const criterion = String(item.conversation_goal_prompt ?? item.name);
    return source.taken(place, criterion, 'The criteria are one success_rubric.');
  });
  const collected = source.at('platform_settings.data_collection');
  if (isFields(collected)) source.used('platform_settings.data_collection');
  const properties = Object.entries({ ...Object(collected) }).map(([name, field]) => {
    const { type = 'string', description } = Object(field);
    return [name, defined({ type, description })] as const;
  });
  return analysisOf(criteria.join('\n') || undefined, objectOf(properties));
}

function actionsOf(source: ImportSource): Fields[] {
  const builtIn = Object.keys({ ...Object(source.at(`${PROMPT}.built_in_tools`)) }).flatMap((tool) => {
    const place = `${PROMPT}.built_in_tools.${tool}`;
    return isFields(source.at(place)) ? systemAction(source, tool, place) : [];
  });
  const listed = source.items(`${PROMPT}.tools`).flatMap(({ item, place }) => {
    if (item.type === 'system')
      return systemAction(source, String(source.at(`${place}.params.system_tool_type`) ?? item.name), place);
    const { url, request_body_schema, query_params_schema }: Fields = { ...Object(item.api_schema) };
    if (item.type !== 'webhook' || typeof url !== 'string') {
      const note = item.type === 'client' ? 'There is no browser in a telephone call.' : '';
      return source.none(place, note) ?? [];
    }
    const { name, description } = item;
    const schema = schemaOf(request_body_schema ?? query_params_schema);
    return [source.externalAction(place, { name, description, url, schema })];
  });
  // Older exports have the system tools in both places.
  const unique = new Map([...builtIn, ...listed].map((action) => [JSON.stringify(action), action]));
  return [...unique.values()];
}

const SIMPLE: Readonly<Record<string, string>> = {
  end_call: 'action_end_conversation',
  play_keypad_touch_tone: 'action_dtmf',
};

const NO_COUNTERPART: Readonly<Record<string, string>> = {
  voicemail_detection: 'The service detects voicemail itself: see voicemail_message.',
  transfer_to_agent: 'Write it as a handoff of steps: see docs/steps.md.',
};

function systemAction(source: ImportSource, tool: string, place: string): Fields[] {
  const type = SIMPLE[tool];
  if (type !== undefined) return [source.taken(place, { type })];
  if (tool === 'transfer_to_number')
    return source.items(`${place}.params.transfers`).flatMap(({ item, place: at }) => {
      const number = item.phone_number ?? Object(item.transfer_destination).phone_number;
      source.used(place, 'The model decides by the prompt when to transfer.');
      return typeof number === 'string' ? [transferTo(number)] : (source.none(at) ?? []);
    });
  source.none(place, NO_COUNTERPART[tool]);
  return [];
}

/** A JSON schema of theirs, whose fields have further keys of their own. */
function schemaOf(schema: unknown): unknown {
  if (!isFields(schema)) return undefined;
  const { type = 'object', properties = {}, required } = schema;
  const fields = Object.entries({ ...Object(properties) }).map(([name, field]) => {
    const { properties: inner, type: kind = 'string', description, enum: choices, items } = Object(field);
    if (isFields(inner)) return [name, schemaOf(field)];
    const known = { type: kind, description: description || undefined, enum: choices ?? undefined };
    return [name, defined({ ...known, items: isFields(items) ? items : undefined })];
  });
  return defined({ type, properties: Object.fromEntries(fields), required });
}
