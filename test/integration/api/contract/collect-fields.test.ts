import { describe, expect, it } from 'vitest';
import { FunctionApi, placesOf } from '../../../support/service/function-api.ts';

const EMAIL = { field_type: 'field_type_email', label: 'E-mail', name: 'email' };
const ADDRESS = {
  field_type: 'field_type_address',
  label: 'Address',
  name: 'address',
  description: 'Where to.',
};

const api = await FunctionApi.ofFile();

describe('the fields that a prompt collects', () => {
  it('need no description, and may have either kind', async () => {
    const prompt = await api.created('prompts', { collect_fields: [EMAIL, ADDRESS] });

    expect(prompt.collect_fields).toEqual([EMAIL, ADDRESS]);
    expect(await api.got('prompts', prompt.id)).toEqual(prompt);
  });

  it('need a known kind, a label and a name', async () => {
    const answer = await api.run('prompts/create', {
      body: { collect_fields: [{ field_type: 'field_type_colour' }] },
    });

    expect(answer.status).toBe(422);
    expect(placesOf(answer)).toEqual([
      'body.collect_fields.0.field_type unknown_value',
      'body.collect_fields.0.label missing',
      'body.collect_fields.0.name missing',
    ]);
  });
});
