// What an agent does when a screener, a queue or a mailbox answers in place of the person.
import { expect, it } from 'vitest';
import { turnLostAt } from '../../lambdas/conversation/apologize.ts';
import { PHRASES } from '../../lambdas/conversation/model/phrases.ts';
import { PLAIN, playedConversation } from './played-conversation.ts';

const SCREENER = 'Hi, if you record your name and reason for calling, I’ll see if this person is available.';
const INTRODUCTION = 'Ada of Lakeside Dental. It is about your order 12, Anna.';

const begin = (session: object = {}) =>
  playedConversation({
    settings: {
      ...PLAIN.settings,
      voicemail_message: 'Call us back, ${name}.',
      call_screening: {
        identity: 'Ada of Lakeside Dental',
        purpose: 'It is about your order ${order}, ${name}.',
      },
    },
    session: { context: { name: 'Anna', order: '12' }, ...session },
  });
type Played = Awaited<ReturnType<typeof begin>>;

/** The vendor reports the pending words as played. */
async function hearOut({ send, stored }: Played): Promise<void> {
  const text = (await stored())?.session.answer?.text ?? '';
  await send({ type: 'info', name: 'tokensPlayed', value: text });
  await send({ type: 'info', name: 'agentSpeaking', value: 'off' });
}

const instructionsOf = ({ model }: Played) =>
  model.requests
    .at(-1)
    ?.request.messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []));

it('tells a screener who calls and why, word for word, and greets the person who comes', async () => {
  const played = await begin();

  await played.final(SCREENER);
  const asked = played.model.requests.length;
  await hearOut(played);
  await played.final('Thanks. Please stay on the line.');
  const waiting = await played.stored();
  await played.answered('Hello, this is Anna.', ['Good morning, Anna.']);

  expect(asked).toBe(0);
  expect(waiting?.session.answerer?.steps).toMatchObject([
    { answered_by: 'screener' },
    { answered_by: 'hold' },
  ]);
  expect(waiting && turnLostAt(waiting.session, waiting.turns.at(-1))).toBeUndefined();
  expect(played.spokenText()).toBe(`${INTRODUCTION}Good morning, Anna.`);
  expect(instructionsOf(played)).toContainEqual(expect.stringMatching(/comes to the phone only now/));
});

it('says no more of the screener once the person has been greeted', async () => {
  const played = await begin();
  await played.final(SCREENER);
  await hearOut(played);
  for (const words of ['Hello, this is Anna.', 'What is it about?']) {
    await played.answered(words, ['Yes.']);
    await hearOut(played);
  }

  expect(instructionsOf(played)).not.toContainEqual(expect.stringMatching(/comes to the phone/));
});

it('leaves its message once after a screener became a mailbox, and none before', async () => {
  const played = await begin({ leaves_message: true });
  await played.final(SCREENER);
  await hearOut(played);
  await played.send({ type: 'voicemail_due' });
  const before = played.spokenText();
  await played.final('Anna cannot take your call. Please leave a message after the tone.');
  const { generation } = (await played.stored())?.session ?? {};
  await played.send({ type: 'voicemail_due', since: generation });
  await played.send({ type: 'voicemail_due' });

  expect(before).toBe(INTRODUCTION);
  expect(played.spokenText()).toBe(`${INTRODUCTION}Call us back, Anna.`);
  expect(played.model.requests).toEqual([]);
  expect((await played.stored())?.session).toMatchObject({ voicemail: true, ending: true });
});

it('hangs up on a mailbox with a goodbye, if the call is to', async () => {
  const played = await begin({ hangs_up_on_machines: true });

  await played.final('Please leave a message after the tone.');

  expect(played.spokenText()).toBe(PHRASES.en.goodbye);
  expect((await played.stored())?.session.ending).toBe(true);
});
