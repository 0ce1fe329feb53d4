import * as z from 'zod';
import { json } from '../../test/support/peers/external-service.ts';
import { putIndex } from '../../test/support/peers/vector-database.ts';
import { ALL_EVENTS, addModelRules, makeAgent } from '../../test/support/scene.ts';
import type { MeasuredService } from '../measured-service.ts';
import { type CostCall, MODEL } from './cost-call.ts';

const INDEX = 'bench-cost';
const INDEX_KEY = 'key-of-the-index';
const PROMPT = 'BENCH-COST-FULL. You book appointments.';

/** The paths of the external service, with their answers. */
export const FULL_CALL_SERVICE = { '/free-times': json({ free: ['15:00', '16:30'] }) };

/** What the agent of the full call does, in words. */
export const FULL_CALL_PARTS =
  'asking ahead, two languages, keys that are masked, a vector database, an external action, do-not-call requests, answering-machine detection, collected fields, and an analysis';

/** The callee's lines: as many turns as those of the plain call, and an entry of keys. */
const SCRIPT = [
  { say: 'I could come on Tuesday, number 1, in the afternoon.' },
  // The model is asked in the pause, in vain.
  { say: ['I could come on Wednesday,', { pause_ms: 600, confidence: 0.4 }, 'number 2, in the afternoon.'] },
  { say: 'Which times are free on Tuesday?' },
  // The model was asked with other words.
  { say: 'Then I could come at three, number 4, on Tuesday.', final_words: 'Then I could come at four.' },
  { dtmf: '4711#' },
  { say: 'Podría venir el martes por la tarde, si le parece bien.', lang: 'es' },
  { say: 'I could come on Tuesday, number 6, in the afternoon.', lang: 'en' },
  { say: 'Write to anna@example.com, please, number 7, this afternoon.' },
  { say: 'I could come on Tuesday, number 8, in the afternoon.' },
];

const ANALYSIS = JSON.stringify({
  answers: [
    {
      question: 'summary',
      value: 'The human wanted an appointment.',
      quotations: ['I could come on Tuesday'],
    },
    { question: 'success', value: 'true', quotations: ['I could come on Tuesday'] },
    { question: 'sentiment', value: '"positive"', quotations: ['I could come on Tuesday'] },
    { question: 'field:day', value: '"Tuesday"', quotations: ['I could come on Tuesday'] },
  ],
});

/** A call of an agent with every setting that makes the service do more. */
export async function makeFullCall(
  { api, connection }: MeasuredService,
  { webhookUrl, serviceUrl }: { readonly webhookUrl: string; readonly serviceUrl: string },
): Promise<CostCall> {
  const system = 'BENCH-COST-FULL';
  await addModelRules(connection, [
    { when: { system: `You analyze[^]*${system}` }, ...MODEL, reply: ANALYSIS },
    { when: { system: `You fill in a form[^]*${system}` }, ...MODEL, reply: `\${json}` },
    { when: { system, tool_result: '15:00' }, ...MODEL },
    {
      when: { system, last_user: 'are free' },
      first_token_ms: MODEL.first_token_ms,
      tool_call: { name: 'find_times', arguments: { day: 'Tuesday' } },
    },
    { when: { system }, ...MODEL },
  ]);
  await putIndex(connection.vector_database_url, INDEX, {
    api_key: INDEX_KEY,
    passages: ['On Tuesday we are open in the afternoon.', 'Parking is behind the house.'],
  });
  const webhook = z.object({ id: z.string() }).parse(
    await api.created('/v1/webhooks/create', {
      subscriptions: [...ALL_EVENTS, 'event_analysis'],
      url: webhookUrl,
    }),
  );
  const { agent } = await makeAgent(api, {
    initialMessage: 'Good morning, this is the Lakeside practice. How can I help you?',
    actions: [{ type: 'action_end_conversation' }, findTimes(serviceUrl)],
    settings: {
      prompt: {
        content: PROMPT,
        collect_fields: [
          {
            field_type: 'field_type_email',
            label: 'E-mail',
            name: 'email',
            description: `The address. ${system}`,
          },
        ],
      },
      webhook: webhook.id,
      languages: [{ language: 'es' }],
      turn_taking: { ask_ahead: true, transcription_model: 'flux' },
      dtmf_input: {},
      mask_dtmf: true,
      vector_database: {
        type: 'vector_database_vendor_a',
        index: INDEX,
        api_key: INDEX_KEY,
        api_environment: 'us-east-1',
      },
      analysis: {
        success_rubric: `The human has an appointment. ${system}`,
        sentiment: true,
        extract: { type: 'object', properties: { day: { type: 'string' } } },
      },
    },
  });
  return {
    agent: z.object({ id: z.string() }).parse(agent).id,
    script: SCRIPT,
    wishes: { on_no_human_answer: 'leave_message', run_do_not_call_detection: true },
    callee: { end_pointing_ms: 800 },
    lastEvents: ['event_transcript', 'event_recording', 'event_analysis', 'event_human_detection'],
  };
}

const findTimes = (serviceUrl: string) => ({
  type: 'action_external',
  config: {
    name: 'find_times',
    description: 'Finds free times.',
    url: `${serviceUrl}/free-times`,
    input_schema: { type: 'object', properties: { day: { type: 'string' } } },
    speak_on_send: false,
    speak_on_receive: true,
  },
});
