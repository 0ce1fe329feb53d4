import { describe, expect, it, vi } from 'vitest';
import { messageWorker } from '../../../lambdas/conversation/message.ts';
import { tableOfFile } from '../../support/table/table.ts';
import { stubVariables } from '../../support/table/variables.ts';
import { playedConversation } from './played-conversation.ts';

stubVariables(messageWorker.variables ?? []);
const table = await tableOfFile();

describe('a backchannel', () => {
  const answer = { text: 'This is a long story.', complete: true, timestamp: new Date().toISOString() };

  it('is not a turn while the agent speaks', async () => {
    const { final, model, transcript } = await playedConversation(table, {
      session: { answer, tells_played: true, played: 7 },
    });

    await final('Uh-huh.');

    expect(model.asked).toHaveLength(0);
    expect(await transcript()).toEqual(['(This is a long story.)']);
  });

  it('is a turn if all was spoken', async () => {
    const { final, model, transcript } = await playedConversation(table, {
      session: { answer, tells_played: true, played: answer.text.length },
    });

    const answered = final('Okay.');
    await vi.waitFor(() => expect(model.asked).toHaveLength(1), 20_000);
    model.asked[0]?.answer('Good.');
    await answered;

    expect(await transcript()).toEqual([answer.text, 'Okay.', '(Good.)']);
  });
});
