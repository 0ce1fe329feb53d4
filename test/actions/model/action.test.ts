import { describe, expect, it } from 'vitest';
import { actionInput, actionPatches, toCompactAction } from '../../../lambdas/actions/model/action.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8021';
const input = (warm_transfer: unknown) => ({
  type: 'action_transfer_call',
  config: { phone_number: '+15550000001', warm_transfer },
});

it('the schema of an external action is refused with the location of what is wrong', () => {
  const config = {
    name: 'find',
    description: 'Finds an order.',
    url: 'https://example.com/find',
    input_schema: { properties: { a: { not: { $ref: '#/properties/a' } } } },
    speak_on_send: false,
    speak_on_receive: false,
  };

  expect(actionInput.safeParse({ type: 'action_external', config }).error?.issues).toMatchObject([
    { path: ['config', 'input_schema', 'properties', 'a'], message: expect.stringMatching(/without end/) },
  ]);
});

describe('a warm transfer', () => {
  it('has defaults, and numbers in E.164', () => {
    const parsed = actionInput.parse(input({ further_phone_numbers: ['+1 (555) 000-0002'] }));

    expect(parsed.config).toEqual({
      phone_number: '+15550000001',
      warm_transfer: { further_phone_numbers: ['+15550000002'], ring_seconds: 20, max_seconds: 120 },
    });
  });

  it.each([
    ['five further numbers', { further_phone_numbers: Array(5).fill('+15550000002') }],
    ['a number without a country code', { further_phone_numbers: ['5550000002'] }],
    ['a whisper of control characters', { whisper: 'a\u0007b' }],
    ['an empty whisper', { whisper: '' }],
    ['a whisper of 301 characters', { whisper: 'a'.repeat(301) }],
    ['four seconds of ringing', { ring_seconds: 4 }],
    ['61 seconds of ringing', { ring_seconds: 61 }],
    ['half a second', { ring_seconds: 5.5 }],
    ['14 seconds for all', { max_seconds: 14 }],
    ['301 seconds for all', { max_seconds: 301 }],
    ['an unknown field', { url: 'https://example.com' }],
  ])('is refused with %s', (_, warm) => {
    expect(actionInput.safeParse(input(warm)).success).toBe(false);
  });

  it('is absent from an action without one, and is cleared by null', () => {
    const plain = { id: ID, user_id: ID, type: 'action_transfer_call' as const };

    expect(toCompactAction({ ...plain, config: { phone_number: '+15550000001' } }).config).toEqual({
      phone_number: '+15550000001',
    });
    expect(actionPatches.action_transfer_call.safeParse({ config: { warm_transfer: null } }).success).toBe(
      true,
    );
  });
});
