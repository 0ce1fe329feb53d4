import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { converseMessages } from '../../../lambdas/vendors/llm/bedrock/converse-request.ts';
import type { ModelMessage } from '../../../lambdas/vendors/model/llm-message.ts';

const user = (content: string): ModelMessage => ({ role: 'user', content });
const agent = (content: string): ModelMessage => ({ role: 'assistant', content });
const system = (content: string): ModelMessage => ({ role: 'system', content });

describe('messages for the Converse API', () => {
  it('alternate, with passages and tool results as the user’s messages', () => {
    const converted = converseMessages([
      system('Be kind.'),
      agent('Hello!'),
      user('Is it open?'),
      agent('One moment.'),
      {
        role: 'assistant',
        content: null,
        toolCalls: [{ id: 'call.1', name: 'look_up', arguments: '{"day":"Monday"}' }],
      },
      { role: 'tool', toolCallId: 'call.1', content: '{"open":true}' },
      system('Passages: …'),
      user('And?'),
    ]);

    expect(converted).toEqual({
      system: 'Be kind.',
      messages: [
        { role: 'user', content: [{ text: '[The call is connected.]' }] },
        { role: 'assistant', content: [{ text: 'Hello!' }] },
        { role: 'user', content: [{ text: 'Is it open?' }] },
        {
          role: 'assistant',
          content: [
            { text: 'One moment.' },
            { toolUse: { toolUseId: 'call_1', name: 'look_up', input: { day: 'Monday' } } },
          ],
        },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 'call_1', content: [{ text: '{"open":true}' }] } },
            { text: 'Passages: …' },
            { text: 'And?' },
          ],
        },
      ],
    });
  });

  it.each([
    '',
    '[]',
    '{"a"',
    '"text"',
    `${'['.repeat(100_000)}`,
  ])('contain an object as the input of a tool, whatever the model wrote: %#', (written) => {
    const { messages } = converseMessages([
      user('x'),
      { role: 'assistant', content: null, toolCalls: [{ id: 'a', name: 'b', arguments: written }] },
      { role: 'tool', toolCallId: 'a', content: '' },
    ]);

    expect(messages[1]?.content).toEqual([{ toolUse: { toolUseId: 'a', name: 'b', input: {} } }]);
    expect(messages[2]?.content).toEqual([
      { toolResult: { toolUseId: 'a', content: [{ text: '(nothing)' }] } },
    ]);
  });

  it('begin and end with the user and contain no blank text, whatever was said', () => {
    const message = fc.oneof(
      fc.string().map(user),
      fc.string().map(agent),
      fc.constantFrom(' ', '\n').map(agent),
      fc.string().map(system),
    );
    const property = fc.property(fc.array(message, { maxLength: 12 }), (given) => {
      const { messages } = converseMessages(given);

      const roles = messages.map(({ role }) => role);
      expect(roles[0]).toBe('user');
      expect(roles.at(-1)).toBe('user');
      expect(roles.filter((role, index) => role === roles[index - 1])).toEqual([]);
      for (const { content } of messages)
        for (const block of content) expect('text' in block && block.text.trim()).not.toBe('');
    });

    fc.assert(property);
  });
});
