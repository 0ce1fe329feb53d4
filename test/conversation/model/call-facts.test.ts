import { describe, expect, it } from 'vitest';
import { agentTuning } from '../../../lambdas/agents/model/agent.ts';
import { openingWords, startOf } from '../../../lambdas/calls/model/opening.ts';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import { modelMessages } from '../../../lambdas/conversation/model/model-input.ts';
import { beginSession } from '../../../lambdas/conversation/model/session-events.ts';
import { contactSpoke } from '../../../lambdas/conversation/model/user-turn.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const IN_INDIA = { ...storedCall().settings, timezone: 'Asia/Kolkata' };
const BEGUN = new Date('2026-11-30T23:30:00.000Z');

function messagesAt(seconds: number, changes: Partial<CallWithSnapshot>) {
  const plain = storedCall({ start_time: BEGUN.toISOString(), ...changes });
  const call = { ...plain, agent: { ...plain.agent, prompt: 'Today is ${today}. ${contact_number}' } };
  const session = beginSession(startOf(call, { usualZone: 'America/New_York' }), 'Hello.', BEGUN);
  const spoken = contactSpoke(session, 'Next Tuesday?', new Date(BEGUN.getTime() + 1000 * seconds));
  return modelMessages(spoken.session, { turns: spoken.newTurns, tools: [], passages: [] });
}

describe('what a model is told of a call', () => {
  it.each<[Partial<CallWithSnapshot>, string, string]>([
    [{ to_number: '+4930123456' }, 'Tuesday, 1 December 2026 at 00:30', 'Europe/Berlin'],
    [{ to_number: '+15550002222' }, 'Monday, 30 November 2026 at 18:30', 'America/New_York'],
    [{ settings: IN_INDIA }, 'Tuesday, 1 December 2026 at 05:00', 'Asia/Kolkata'],
  ])('has the local time of %j', (changes, time, zone) => {
    const note = messagesAt(1, changes).at(-2)?.content;

    expect(note).toContain(time);
    expect(note).toContain(zone);
  });

  it.each<[string, Partial<CallWithSnapshot>, RegExp]>([
    ['called', {}, /You called the human; their number is \+15550002222\.$/],
    ['calls', { direction: 'inbound', context: { name: 'Ada' } }, /called you; .*\+15550001111\. .*"Ada"\.$/],
    ['withholds', { direction: 'inbound', from_number: 'anonymous' }, /The human called you\.$/],
  ])('has who %s', (_, changes, told) => {
    expect(messagesAt(1, changes).at(-2)?.content).toMatch(told);
  });

  it('changes only before the latest words, so that the rest stays cached', () => {
    const [now, later] = [messagesAt(1, {}), messagesAt(3600, {})];

    expect(later.slice(0, -2)).toEqual(now.slice(0, -2));
    expect(later.at(-2)).not.toEqual(now.at(-2));
    expect(later.at(-1)).toEqual({ role: 'user', content: 'Next Tuesday?' });
    expect(now[0]?.content).toContain('Today is Monday, November 30, 2026. +15550002222');
  });
});

it.each([
  [undefined, 'Montag, 30. November 2026; +15550002222'],
  [{ today: 'heute' }, 'heute; +15550002222'],
])('built-in values are in the agent’s language, and a context with %j wins', (context, spoken) => {
  const plain = storedCall({ context, scheduled_at: 'x' });
  const call = {
    ...plain,
    settings: { ...plain.settings, language: 'de' as const },
    agent: { ...plain.agent, initial_message: '${today}; ${contact_number}' },
  };

  expect(openingWords(call, startOf(call, { now: new Date('2026-11-30T12:00:00Z') }))).toBe(spoken);
});

it.each([
  ['UTC', true],
  ['Mars/Olympus', false],
  ['+02:00', false],
])('the time zone of an agent may be %j: %s', (timezone, isValid) => {
  expect(agentTuning.safeParse({ timezone }).success).toBe(isValid);
});
