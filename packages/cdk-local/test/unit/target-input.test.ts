import { describe, expect, it } from 'vitest';
import { targetInput } from '../../src/aws/events/target-input.ts';

const event = { id: '7', detail: { name: 'Ann "A" Lee', items: [{ price: 3 }] } };

describe('targetInput', () => {
  it.each<[string, object, unknown]>([
    ['the whole event', {}, event],
    ['a part of it', { InputPath: '$.detail.items[0]' }, { price: 3 }],
    ['a constant', { Input: '{"a":1}' }, { a: 1 }],
    [
      'a template filled in',
      {
        InputTransformer: {
          InputPathsMap: { name: '$.detail.name', price: '$.detail.items[0].price' },
          InputTemplate: '{"who": <name>, "cost": <price>, "quoted": "<name>"}',
        },
      },
      { who: 'Ann "A" Lee', cost: 3, quoted: 'Ann "A" Lee' },
    ],
  ])('gives the target %s', (_, target, expected) => {
    const schema = { InputTransformer: undefined, ...target };

    const text = targetInput(event, schema);

    expect(JSON.parse(text)).toEqual(expected);
  });
});
