import { expect, it } from 'vitest';
import { insertCall, loadCall } from '../../lambdas/calls/store/calls.ts';
import { PHRASES } from '../../lambdas/conversation/model/phrases.ts';
import { storedCall } from '../support/table/stored-call.ts';
import { PLAIN, playedConversation, table, untilAsked } from './played-conversation.ts';

it('an agent speaks the language that it hears or is asked for, as do the service’s own phrases', async () => {
  const languages = (['es', 'ko'] as const).map((language) => ({ language }));
  const settings = { ...PLAIN.settings, languages };
  const { send, sent, model, spokenText, stored } = await playedConversation({ settings });
  const { user_id, call_id: id } = (await stored())!.session;
  await insertCall(table, storedCall({ user_id, id }));
  const says = (voicePrompt: string, lang: string) => {
    const turn = send({ type: 'prompt', voicePrompt, lang, last: true });
    return { turn, asked: untilAsked(model, model.requests.length + 1) };
  };

  const spanish = says('Perdón, prefiero hablar en español', 'es-ES');
  await spanish.asked;
  model.requests[0]?.answer('Claro. ');
  await spanish.turn;
  const broken = says('Creo que está roto', 'es-ES');
  await broken.asked;
  model.requests[1]?.fail(new Error('500'));
  await broken.turn;
  const english = says('Can we speak Korean?', 'en-US');
  await english.asked;
  const call = { id: 'one', name: 'switch_language', arguments: '{"language":"ko"}' };
  model.requests[2]?.answer({ kind: 'tool', call });
  await untilAsked(model, 4);
  model.requests[3]?.answer('네.');
  await english.turn;

  expect(spokenText()).toBe(`Claro. ${PHRASES.es.trouble}네.`);
  expect(sent.flatMap((frame) => (frame.type === 'language' ? frame.ttsLanguage : []))).toEqual([
    'es-ES',
    'en-US',
    'ko-KR',
  ]);
  expect((await loadCall(table, { userId: user_id, callId: id }))?.spoken_language).toBe('ko');
});
