import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { AgentSettings } from '../../../lambdas/agents/model/agent.ts';
import {
  conferenceMarkup,
  emptyMarkup,
  hangUpMarkup,
  participantMarkup,
} from '../../../lambdas/calls/callbacks/twiml/markup.ts';
import { conversationMarkup } from '../../../lambdas/calls/callbacks/twiml/relay.ts';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import type { SpeechBackups } from '../../../lambdas/calls/model/speech-backups.ts';
import type { SpeechPart } from '../../../lambdas/vendors/model/speech-part.ts';
import type { Voice } from '../../../lambdas/voices/model/voice.ts';
import { CALL, knownCall, USER, VOICE } from '../../support/records.ts';
import { rowsOf } from '../../support/rows.ts';

const urls = {
  relay: 'wss://relay.example/relay',
  relayKey: 'key-of-the-call',
  relayEnded: 'https://api.example/relay-ended',
};
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name) => name === 'Parameter',
});

function connectOf(call: CallWithSnapshot) {
  const markup = conversationMarkup(call, urls);
  expect(XMLValidator.validate(markup)).toBe(true);
  return parser.parse(markup).Response.Connect;
}

const relayOf = (call: CallWithSnapshot) => connectOf(call).ConversationRelay;

function withSettings(changes: Partial<AgentSettings>): CallWithSnapshot {
  const call = knownCall();
  return { ...call, settings: { ...call.settings, ...changes } };
}

function withAgent(
  changes: Partial<CallWithSnapshot['agent']>,
  context: Record<string, string> | null = null,
): CallWithSnapshot {
  const call = knownCall({ context });
  return { ...call, agent: { ...call.agent, ...changes } };
}

describe('conversationMarkup', () => {
  it('never exceeds the vendor’s 64 kB, and drops hints to stay below', () => {
    const speech_keywords = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`${index}`.padEnd(100, '"'), 1]),
    );
    const call = withSettings({ speech_keywords });
    const greeted = { ...call, agent: { ...call.agent, initial_message: '"'.repeat(2000) } };

    const markup = conversationMarkup(greeted, urls);

    expect(Buffer.byteLength(markup)).toBeLessThan(64_000);
    expect(relayOf(greeted).hints.split(',').length).toBeGreaterThan(40);
    expect(relayOf(greeted).welcomeGreeting).toHaveLength(2000);
  });

  it('connects the call to the relay and overrides the vendor’s defaults', () => {
    const { action, method, ConversationRelay: relay } = connectOf(knownCall());

    expect({ action, method }).toEqual({ action: urls.relayEnded, method: 'POST' });
    expect(relay).toEqual({
      url: urls.relay,
      applicationReconnect: 'true',
      language: 'en-US',
      welcomeGreetingInterruptible: 'speech',
      interruptible: 'speech',
      interruptSensitivity: 'low',
      reportInputDuringAgentSpeech: 'speech',
      transcriptionProvider: 'Deepgram',
      speechModel: 'flux',
      eotThreshold: '0.8',
      speechTimeout: '2500',
      ignoreBackchannel: 'true',
      echoPromptFiltering: 'true',
      events: 'speaker-events tokens-played config-updated',
      Failover: '',
      Parameter: [
        { name: 'call_id', value: CALL },
        { name: 'user_id', value: USER },
        { name: 'key', value: urls.relayKey },
      ],
    });
  });

  it('declares the languages of the agent with their voices, and detects the caller’s where the vendor can', () => {
    const languages = [
      { language: 'es' as const },
      { language: 'de' as const, voice_name: 'de-DE-Neural2-F' },
    ];
    const polyglot = withSettings({ languages });

    expect(relayOf(polyglot)).toMatchObject({
      language: 'en-US',
      ttsLanguage: 'en-US',
      transcriptionLanguage: 'multi',
      transcriptionProvider: 'Deepgram',
      Language: [
        { code: 'en-US' },
        { code: 'es-ES' },
        { code: 'de-DE', ttsProvider: 'Google', voice: 'de-DE-Neural2-F' },
      ],
    });
    expect(relayOf({ ...polyglot, spoken_language: 'es' })).toMatchObject({
      language: 'es-ES',
      ttsLanguage: 'es-ES',
    });
    expect(relayOf(withSettings({ languages: [{ language: 'ko' }] }))).not.toHaveProperty(
      'transcriptionLanguage',
    );
    expect(relayOf(knownCall())).not.toHaveProperty('Language');
  });

  it.each<[string, Partial<AgentSettings>, object]>([
    [
      'partial words if the agent asks ahead',
      { turn_taking: { ask_ahead: true, requests_ahead: 2 } },
      { speechModel: 'flux', partialPrompts: 'true' },
    ],
    [
      'the vendor’s turn detection',
      { turn_taking: { ask_ahead: false, requests_ahead: 2, turn_detection: true } },
      { turnDetection: 'true', speechModel: 'nova-3-general' },
    ],
    [
      'keys, which then interrupt the agent',
      { dtmf_input: { terminator: '#', timeout_seconds: 2, max_length: 32 } },
      { welcomeGreetingInterruptible: 'any', interruptible: 'any', dtmfDetection: 'true' },
    ],
    ['speech keywords as hints', { speech_keywords: { Ada: 2, Lovelace: 1 } }, { hints: 'Ada,Lovelace' }],
  ])('requests %s', (_, settings, attributes) => {
    expect(relayOf(withSettings(settings))).toMatchObject(attributes);
  });

  it('greets with the filled initial message, with any characters', () => {
    const { welcomeGreeting } = relayOf(
      withAgent({ initial_message: '"Hi" ${name} <&> Grüße' }, { name: 'O’Neil & Co' }),
    );

    expect(welcomeGreeting).toBe('"Hi" O’Neil & Co <&> Grüße');
  });

  it.each<[Partial<AgentSettings>, string]>([
    [{ endpointing_sensitivity: 'auto', conversation_speed: 2 }, 'auto'],
    [{ endpointing_sensitivity: 'sensitive', conversation_speed: 1 }, '700'],
    [{ endpointing_sensitivity: 'sensitive', conversation_speed: 2 }, '600'],
    [{ endpointing_sensitivity: 'relaxed', conversation_speed: 1 }, '1500'],
    [{ endpointing_sensitivity: 'relaxed', conversation_speed: 2 }, '750'],
    [{ endpointing_sensitivity: 'relaxed', conversation_speed: 0.5 }, '3000'],
    [{ endpointing_sensitivity: 'relaxed', conversation_speed: 0.1 }, '5000'],
    [{ ivr_navigation_mode: 'default', conversation_speed: 1 }, '2500'],
    [{ ivr_navigation_mode: 'default', endpointing_sensitivity: 'sensitive', conversation_speed: 2 }, '1250'],
  ])('waits, with a timer and %j, for %s', (settings, timeout) => {
    const relay = relayOf(withSettings({ language: 'de', ...settings }));

    expect(relay).toMatchObject({ speechModel: 'nova-3-general', speechTimeout: timeout });
    expect(relay.eotThreshold).toBeUndefined();
  });

  it('hears with the most common model after the vendor refused a speech setting', () => {
    const turn_taking = { ask_ahead: true, requests_ahead: 2 };
    const broken_off = { session_id: 'VX1', count: 1, refused_voice: 'a' };
    const call = withSettings({ turn_taking, languages: [{ language: 'ja' }] });

    const relay = relayOf({ ...call, broken_off, spoken_language: 'ja' } as CallWithSnapshot);

    expect(relay).toMatchObject({ language: 'ja-JP', speechModel: 'nova-2-general' });
    expect(relay).not.toHaveProperty('transcriptionLanguage');
    expect([relay.partialPrompts, relay.eotThreshold]).toEqual([undefined, undefined]);
  });

  it.each(
    rowsOf<[string, VoiceKind, { ttsProvider?: string; voice?: string }]>(import.meta.url, 'voices.jsonl'),
  )('speaks with a voice of %s', (_, kind, { ttsProvider, voice }) => {
    const relay = relayOf(withAgent({ voice: { id: VOICE, user_id: USER, ...kind } }));

    expect([relay.ttsProvider, relay.voice]).toEqual([ttsProvider, voice]);
  });

  it('contains no greeting if it is delayed', () => {
    const { settings, agent } = withSettings({ initial_message_delay: 0.5 });

    expect(
      relayOf(knownCall({ settings, agent: { ...agent, initial_message: 'Hello.' } })).welcomeGreeting,
    ).toBeUndefined();
  });

  it.each([
    [true, 'high', 'high'],
    [true, '', undefined],
    [false, 'high', undefined],
  ])('reduces noise if the agent requests it (%s) and the environment configures it (%j)', (noise_suppression, noiseReduction, told) => {
    const markup = conversationMarkup(withSettings({ noise_suppression }), { ...urls, noiseReduction });

    expect(parser.parse(markup).Response.Connect.ConversationRelay.backgroundNoiseReduction).toBe(told);
  });
});

describe('the providers of speech', () => {
  const backups: SpeechBackups = {
    en: {
      ttsProvider: 'Amazon',
      voice: 'Joanna-Neural',
      transcriptionProvider: 'Google',
      speechModel: 'long',
    },
  };
  const relayWith = (call: CallWithSnapshot, backups?: SpeechBackups) =>
    parser.parse(conversationMarkup(call, { ...urls, backups })).Response.Connect.ConversationRelay;
  const failed = (failed_speech: SpeechPart[], refused_voice?: string) => ({
    broken_off: { session_id: 'VX1', count: 1, failed_speech, ...(refused_voice && { refused_voice }) },
  });

  it('have the vendor’s backups, and those of the configuration', () => {
    expect(relayWith(knownCall()).Failover).toBe('');
    expect(relayWith(knownCall(), backups).Failover).toEqual({ Language: { code: 'en-US', ...backups.en } });
    const german = withSettings({ language: 'de' });
    expect(relayWith(german, backups).Failover).toBe('');
  });

  it('are only those of the configuration in HIPAA-compliant calls', () => {
    const call = knownCall({ hipaa_compliant: true });

    expect(relayWith(call)).not.toHaveProperty('Failover');
    expect(relayWith(call, { en: { ttsProvider: 'Google' } })).not.toHaveProperty('Failover');
    expect(relayWith(call, backups)).toHaveProperty('Failover');
  });

  it.each<[SpeechPart[], string | undefined, SpeechBackups | undefined, object]>([
    [['voice'], undefined, undefined, { ttsProvider: 'Google', speechModel: 'flux' }],
    [['voice'], undefined, backups, { ttsProvider: 'Amazon', voice: 'Joanna-Neural' }],
    [['voice'], 'VX0', backups, { ttsProvider: 'Amazon', voice: undefined }],
    [
      ['transcription'],
      undefined,
      undefined,
      { transcriptionProvider: 'Google', speechModel: 'telephony', eotThreshold: undefined },
    ],
    [['voice', 'transcription'], undefined, backups, { ttsProvider: 'Amazon', speechModel: 'long' }],
  ])('are others after %j failed (refused voice: %s; configured: %j)', (parts, refused, own, expected) => {
    const relay = relayWith(knownCall(failed(parts, refused)), own);

    for (const [name, value] of Object.entries(expected)) expect(relay[name], name).toBe(value);
  });

  it('are Amazon’s after Google’s voice failed', () => {
    const voice = {
      id: VOICE,
      user_id: USER,
      type: 'voice_vendor_a' as const,
      voice_name: 'en-US-Neural2-F',
      pitch: 0,
      rate: 15,
    };
    const call = { ...withAgent({ voice }), ...failed(['voice']) };

    expect(relayWith(call)).toMatchObject({ ttsProvider: 'Amazon' });
    expect(relayWith(call)).not.toHaveProperty('voice');
  });
});

it('declares five languages, the present one among them', () => {
  const further = (['es', 'de', 'fr', 'it', 'pt', 'nl'] as const).map((language) => ({ language }));
  const call = withSettings({ languages: further });
  const codes = (one: CallWithSnapshot) =>
    relayOf(one).Language.map(({ code }: { readonly code: string }) => code.slice(0, 2));

  expect(codes(call)).toEqual(['en', 'es', 'de', 'fr', 'it']);
  expect(codes({ ...call, spoken_language: 'nl' })).toEqual(['en', 'es', 'de', 'fr', 'nl']);
});

describe('a conference', () => {
  const urls = { ended: 'https://api.example/ended', status: 'https://api.example/status' };
  const party = { name: 'VX1', phoneNumber: '+15550001111' };

  it.each([
    [true, undefined],
    [false, ''],
  ])('keeps the callee waiting for the participant, with music or not (%s)', (isHeld, waitUrl) => {
    const { Dial } = parser.parse(conferenceMarkup({ ...party, isHeld }, urls)).Response;

    expect(Dial).toMatchObject({ action: urls.ended, method: 'POST' });
    expect(Dial.Conference).toMatchObject({
      '#text': 'VX1',
      startConferenceOnEnter: 'false',
      endConferenceOnExit: 'true',
      statusCallback: urls.status,
      statusCallbackEvent: 'start',
    });
    expect(Dial.Conference.waitUrl).toBe(waitUrl);
  });

  it('is the same for the participant, with whom it begins', () => {
    const { Dial } = parser.parse(participantMarkup({ ...party, isHeld: true }, urls.status)).Response;

    expect(Dial.Conference).toMatchObject({
      '#text': 'VX1',
      startConferenceOnEnter: 'true',
      endConferenceOnExit: 'true',
      // The vendor reports the start as the first to enter is told to, who may be the participant.
      statusCallback: urls.status,
      statusCallbackEvent: 'start',
    });
  });
});

it('the other answers to the vendor hang up, or say nothing', () => {
  expect(parser.parse(hangUpMarkup()).Response).toEqual({ Hangup: '' });
  expect(parser.parse(emptyMarkup()).Response).toBe('');
});

type VoiceKind = Voice extends infer Kind
  ? Kind extends Voice
    ? Omit<Kind, 'id' | 'user_id'>
    : never
  : never;
