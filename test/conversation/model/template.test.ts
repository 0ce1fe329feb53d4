import { describe, expect, it } from 'vitest';
import { fillTemplate } from '../../../lambdas/conversation/model/filled-texts.ts';

describe('fillTemplate', () => {
  it.each([
    ['Hello ${name}.', { name: 'Ada' }, 'Hello Ada.'],
    ['Hello ${ name }, ${name}!', { name: 'Ada' }, 'Hello Ada, Ada!'],
    ['Hello ${name}.', {}, 'Hello ${name}.'],
    ['Hello ${name}.', null, 'Hello ${name}.'],
    ['Hello ${name}.', undefined, 'Hello ${name}.'],
    ['Hello ${name}.', { name: '' }, 'Hello .'],
    ['${a} and ${b}', { a: '${b}', b: '$& $1' }, '${b} and $& $1'],
    ['Pay $5 or ${}.', { '': 'x' }, 'Pay $5 or ${}.'],
  ])('fills %j with %j: %j', (text, context, filled) => {
    expect(fillTemplate(text, context)).toBe(filled);
  });
});
