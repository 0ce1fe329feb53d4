import { beforeAll, describe, expect, it } from 'vitest';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { carrierCall } from '../../support/service/shared-carrier.ts';
import { saidIn } from '../../support/talk.ts';

beforeAll(() =>
  addModelRules(connection, [
    { when: { system: 'SPEC-POLYGLOT', tool_result: 'Korean' }, reply: '네, 한국어로 말씀하세요.' },
    { when: { system: 'SPEC-POLYGLOT[\\s\\S]*Speak Spanish now', last_user: 'roto' }, fault: 'http_500' },
    { when: { system: 'SPEC-POLYGLOT[\\s\\S]*Speak Spanish now' }, reply: 'Claro, dígame.' },
    {
      when: { system: 'SPEC-POLYGLOT', last_user: 'korean' },
      tool_call: { name: 'switch_language', arguments: { language: 'ko' } },
    },
    {
      when: { system: 'SPEC-POLYGLOT', last_user: 'french' },
      tool_call: { name: 'switch_language', arguments: { language: 'fr' } },
    },
    { when: { system: 'SPEC-POLYGLOT', tool_result: 'do not speak' }, reply: 'I am sorry, not that one.' },
    { when: { system: 'SPEC-POLYGLOT' }, reply: 'Sure, tell me.' },
  ]),
);

/** Runs a call of an agent that speaks English and these languages with a callee who says these lines. */
async function runCall(languages: readonly string[], script: readonly object[]) {
  const { agent } = await makeAgent(api, {
    prompt: 'SPEC-POLYGLOT',
    actions: [],
    settings: { languages: languages.map((language) => ({ language })) },
  });
  const { call } = await placeCall(connection, api, {
    agent: agent.id,
    callee: { answer: 'answer', script },
  });
  const ended = await api.finishedCall(call.id);
  const { events } = await carrierCall(ended.telephony_id);
  const voices: string[] = events.flatMap(
    ({ settings }: { settings?: { ttsLanguage?: string } }) => settings?.ttsLanguage ?? [],
  );
  return {
    ended,
    lines: await saidIn(connection, ended),
    voices,
  };
}

describe('an agent with several languages', () => {
  it('switches to the language that it hears, with the service’s own phrases in it, and back again', async () => {
    const { ended, lines, voices } = await runCall(
      ['es', 'de'],
      [
        { say: 'Hello, it is me' },
        { say: 'Perdón, prefiero hablar en español', lang: 'es-ES' },
        { say: 'Creo que está roto', lang: 'es-ES' },
        { say: 'Let us speak English again', lang: 'en-US' },
      ],
    );

    expect(lines).toEqual([
      'HUMAN: Hello, it is me',
      'AGENT: Sure, tell me.',
      'HUMAN: Perdón, prefiero hablar en español',
      'AGENT: Claro, dígame.',
      'HUMAN: Creo que está roto',
      'AGENT: Perdón, he tenido un problema. ¿Puede repetirlo?',
      'HUMAN: Let us speak English again',
      'AGENT: Sure, tell me.',
    ]);
    expect(voices).toEqual(['es-ES', 'en-US']);
    expect(ended.spoken_language).toBe('en');
  });

  it('switches to a language that the caller requests if the vendor detects none, also beyond the fifth', async () => {
    const { ended, lines, voices } = await runCall(
      ['es', 'de', 'it', 'pt', 'ko'],
      [{ say: 'Can we speak Korean?' }, { say: '예약하고 싶어요', lang: 'ko-KR' }],
    );

    expect(lines.slice(1, 3)).toEqual(['AGENT: 네, 한국어로 말씀하세요.', 'HUMAN: 예약하고 싶어요']);
    expect([voices, ended.spoken_language]).toEqual([['ko-KR'], 'ko']);
  });
});
