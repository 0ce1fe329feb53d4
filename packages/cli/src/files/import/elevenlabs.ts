import { type Fields, isFields } from '../api-document.ts';
import {
  analysisOf,
  defined,
  elevenLabsVoice,
  externalAction,
  type ImportedAgent,
  ImportSource,
  OTHER_REQUEST,
  objectOf,
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

/** An agent of ElevenLabs, as `GET /v1/convai/agents/{id}` shows it: https://elevenlabs.io/docs/api-reference/agents/get */
export function importElevenLabs(content: unknown): ImportedAgent {
  const source = new ImportSource(content);
  const name = source.text('name') ?? 'agent';
  const names = {
    id: 'voice_id',
    stability: 'stability',
    similarity: 'similarity_boost',
    model: 'model_id',
    latency: 'optimize_streaming_latency',
  };
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
    conversation_speed: source.number('conversation_config.tts.speed', { least: 0.5, most: 2 }),
    llm_temperature: source.number(`${PROMPT}.temperature`, { least: 0, most: 1 }),
    llm_model_name_override: source.model(`${PROMPT}.llm`),
    idle_time_seconds: idleOf(source),
    speech_keywords: source.keywords('conversation_config.asr.keywords'),
    timezone: source.text(`${PROMPT}.timezone`),
    analysis: evaluationOf(source),
    voice: elevenLabsVoice(source, 'conversation_config.tts', names),
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
    source.used(place, 'The agent’s first message and voice are the same in each language.');
    return [{ language: code }];
  });
}

function evaluationOf(source: ImportSource): Fields | undefined {
  const criteria = source.items('platform_settings.evaluation.criteria').map(({ item, place }) => {
    source.used(place, 'The criteria are one success_rubric.');
    return String(item.conversation_goal_prompt ?? item.name);
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
    const {
      url,
      request_body_schema: body,
      query_params_schema: query,
    }: Fields = { ...Object(item.api_schema) };
    if (item.type !== 'webhook' || typeof url !== 'string')
      return (
        source.none(place, item.type === 'client' ? 'There is no browser in a telephone call.' : '') ?? []
      );
    source.used(place, OTHER_REQUEST);
    return [
      externalAction({
        name: item.name,
        description: item.description,
        url,
        schema: schemaOf(body ?? query),
      }),
    ];
  });
  // Older exports have the system tools in both places.
  const seen = new Set<string>();
  return [...builtIn, ...listed].filter(
    (action) => !seen.has(JSON.stringify(action)) && seen.add(JSON.stringify(action)),
  );
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
  if (type !== undefined) {
    source.used(place);
    return [{ type }];
  }
  if (tool === 'transfer_to_number')
    return source.items(`${place}.params.transfers`).flatMap(({ item, place: at }) => {
      const number = item.phone_number ?? Object(item.transfer_destination).phone_number;
      source.used(place, 'The model decides by the prompt when to transfer.');
      return typeof number === 'string'
        ? [{ type: 'action_transfer_call', config: { phone_number: number } }]
        : (source.none(at) ?? []);
    });
  source.none(place, NO_COUNTERPART[tool]);
  return [];
}

/** A JSON schema of theirs, whose fields have further keys of their own. */
function schemaOf(schema: unknown): unknown {
  if (!isFields(schema)) return undefined;
  const { type = 'object', properties = {}, required } = schema;
  const fields = Object.entries({ ...Object(properties) }).map(([name, field]) => {
    const { type: kind = 'string', description, enum: choices, items } = Object(field);
    return [
      name,
      isFields(Object(field).properties)
        ? schemaOf(field)
        : defined({
            type: kind,
            description: description || undefined,
            enum: choices ?? undefined,
            items: isFields(items) ? items : undefined,
          }),
    ];
  });
  return defined({ type, properties: Object.fromEntries(fields), required });
}
