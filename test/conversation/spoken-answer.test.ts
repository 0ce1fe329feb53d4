import { expect, it } from 'vitest';
import { turnView } from '../../lambdas/calls/model/call-turns.ts';
import { leaveVoicemail } from '../../lambdas/conversation/voicemail.ts';
import { PLAIN, playedConversation, untilAsked } from './played-conversation.ts';

/** A conversation in which the model answers with these chunks. */
async function answeredWith(...chunks: readonly string[]) {
  const conversation = await playedConversation(PLAIN);
  await conversation.answered('How late are you open?', chunks);
  return conversation;
}

it('sends, stores and counts as heard only the words of an answer, and tells what it removed', async () => {
  const { answered, spokenText, stored, transcript } = await answeredWith(
    '<think>Ten',
    '.</think>**Until** ten 😀 in',
    ' the evening. Ask at a@b.com',
  );
  const SPOKEN = 'Until ten in the evening. Ask at a at b dot com';

  expect(spokenText()).toBe(SPOKEN);
  expect(await transcript()).toEqual(['How late are you open?', `(${SPOKEN})`]);
  await answered('Thanks.', ['Gladly.']);
  const turns = (await stored())?.turns.map(turnView);
  expect(turns?.[1]).toMatchObject({
    text: SPOKEN,
    removed: { reasoning: 1, markup: 2, emoji: 1, address: 1 },
  });
  expect(turns?.[2]).not.toHaveProperty('removed');
});

it.each([
  ['reasoning', '<think>I must not ', 'say this.'],
  ['a narrated call', '(functions.end_call({"why": "x"}))'],
  ['markup', '***', '\n- ', '`'],
])('treats an answer of %s alone as empty', async (_, ...chunks) => {
  const { spokenText } = await answeredWith(...chunks);

  expect(spokenText()).toBe('Sorry, I had a problem just now. Could you say that again?');
});

it('leaves only the words of a written message on a voicemail', async () => {
  const { contextOf, model, spokenText, stored } = await playedConversation({
    session: { leaves_message: true },
  });

  const left = leaveVoicemail(contextOf());
  await untilAsked(model);
  model.requests[0]?.answer('<think>Why?</think>**Hello**, ', 'it is Ada.');
  await left;

  expect(spokenText()).toBe('Hello, it is Ada.');
  expect((await stored())?.session.answer?.figures?.removed).toEqual({ reasoning: 1, markup: 2 });
});

it('speaks an answer of one word', async () => {
  expect((await answeredWith('Te', 'n')).spokenText()).toBe('Ten');
});
