import { expect, it } from 'vitest';
import { changeCounts } from '../../../../lambdas/store/quotas/open-calls.ts';
import { FunctionApi } from '../../../support/service/function-api.ts';

const api = await FunctionApi.ofFile();

it('lists prompts with their templates by id', async () => {
  const { prompt_template } = await api.created('prompts', {
    content: 'x',
    prompt_template: { required_context_keys: ['name'] },
  });
  await api.created('prompts', { content: 'y' });

  const { body } = await api.run('prompts/list');

  const templates = body.items.map((prompt: { prompt_template: unknown }) => prompt.prompt_template);
  expect(templates.sort()).toEqual([prompt_template.id, null].sort());
});

it('shows the minutes of the month as a whole number, and exactly beside it', async () => {
  const month = new Date().toISOString().slice(0, 7);
  await changeCounts(api.table, { userId: api.user, seconds: { [month]: 100 } });

  const { body } = await api.run('usage/get');

  expect(body).toMatchObject({ monthly_usage_minutes: 2, monthly_usage_minutes_exact: 1.67 });
});
