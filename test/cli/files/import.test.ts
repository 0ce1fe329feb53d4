import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ApiDocument } from '#cli/files/api-document.ts';
import { checkContent } from '#cli/files/check-content.ts';
import { fileSchema } from '#cli/files/folder.ts';
import { importElevenLabs } from '#cli/files/import/elevenlabs.ts';
import type { ImportedAgent } from '#cli/files/import/import-source.ts';
import { importRetell } from '#cli/files/import/retell.ts';
import { importVapi } from '#cli/files/import/vapi.ts';

const document = new ApiDocument(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
const exported = (vendor: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'exported', `${vendor}.json`), 'utf8'));

const IMPORTERS = { vapi: importVapi, retell: importRetell, elevenlabs: importElevenLabs };

const outcomeOf = ({ notes }: ImportedAgent, place: string) =>
  notes.find((note) => note.place === place)?.outcome;

it.each(
  Object.entries(IMPORTERS),
)('makes an agent of %s that the API takes, and accounts for each value', (vendor, importer) => {
  const imported = importer(exported(vendor));

  const agent = { ...imported.fields, prompt: { content: imported.prompt } };
  expect(checkContent(document, fileSchema(document, 'agents'), agent)).toEqual([]);
  expect(imported.notes.length).toBeGreaterThan(25);
  expect(JSON.stringify(imported)).not.toMatch(/hidden/);
});

it('carries over, changes, and lists what has no counterpart', () => {
  const imported = importVapi(exported('vapi'));

  expect(imported.prompt).toBe('You book appointments for ${customerName}.');
  expect(imported.fields).toMatchObject({
    initial_message: 'Hello ${customerName}, this is Lakeside Dental.',
    llm_temperature: 1,
    speech_keywords: { implant: 2, crown: 1 },
  });
  expect(
    ['name', 'model.temperature', 'model.tools.0', 'model.tools.1.destinations.0', 'model.tools.2'].map(
      (place) => outcomeOf(imported, place),
    ),
  ).toEqual(['carried over', 'changed', 'changed', 'changed', 'carried over']);
  expect(
    [
      'model.tools.3',
      'model.toolIds',
      'endCallMessage',
      'backgroundSound',
      'voice.speed',
      'server.secret',
    ].map((place) => outcomeOf(imported, place)),
  ).toEqual(Array(6).fill('no counterpart'));
});

it('understands tools, seconds, and levels of Retell', () => {
  const { fields, prompt, ...imported } = importRetell(exported('retell'));

  expect(prompt).toBe('Du bist am Empfang.');
  expect(fields).toMatchObject({
    language: 'de',
    initial_message_delay: 1.5,
    interrupt_sensitivity: 'high',
    idle_time_seconds: 20,
    voicemail_message: 'Bitte rufen Sie zurück, ${name}.',
  });
  expect(fields.actions).toMatchObject([
    { type: 'action_end_conversation' },
    { config: { phone_number: '+4930123456', warm_transfer: {} } },
    { config: { name: 'find_slot', speak_on_send: true } },
  ]);
  expect(fields.analysis).toEqual({
    extract: {
      type: 'object',
      properties: { outcome: { type: 'string', description: 'How it went.', enum: ['booked', 'lost'] } },
    },
  });
  const places = [
    'voice_id',
    'retellLlmData.states',
    'retellLlmData.general_tools.3',
    'retellLlmData.model',
    'max_call_duration_ms',
  ];
  expect(places.map((place) => outcomeOf({ ...imported, fields, prompt }, place))).toEqual([
    'changed',
    ...Array(4).fill('no counterpart'),
  ]);
});

it('understands built-in tools, schemas, and criteria of ElevenLabs', () => {
  const { fields, notes } = importElevenLabs(exported('elevenlabs'));

  expect(fields).toMatchObject({
    languages: [{ language: 'es' }],
    voice: { type: 'voice_vendor_c', model_id: 'eleven_flash_v2' },
    analysis: { success_rubric: 'An appointment was booked.' },
  });
  expect(fields.actions).toMatchObject([
    { type: 'action_end_conversation' },
    { config: { phone_number: '+15550003333' } },
    {
      config: {
        input_schema: {
          type: 'object',
          required: ['day'],
          properties: { day: { type: 'string', description: 'The day.' } },
        },
      },
    },
  ]);
  expect(notes.filter(({ outcome }) => outcome === 'no counterpart').map(({ place }) => place)).toEqual(
    expect.arrayContaining([
      'conversation_config.agent.prompt.tools.1',
      'conversation_config.agent.prompt.knowledge_base',
      'tags.0',
    ]),
  );
});

it.each(Object.entries(IMPORTERS))('takes from %s what is broken or empty without failing', (_, importer) => {
  for (const content of [
    {},
    { name: 7, model: [], voice: null, conversation_config: 'x', general_tools: {}, retellLlmData: [null] },
    {
      model: { tools: [null, { type: 'transferCall', destinations: [null] }] },
      retellLlmData: { general_tools: [null] },
    },
  ])
    expect(importer(content).fields.name).toBeTypeOf('string');
});
