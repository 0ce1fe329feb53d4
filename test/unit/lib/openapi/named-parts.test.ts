import { expect, it } from 'vitest';
import type { JsonSchema } from '../../../../lib/openapi/json-schema.ts';
import { withNamedParts } from '../../../../lib/openapi/named-parts.ts';

const object = (properties: Record<string, JsonSchema>) => ({ type: 'object' as const, properties });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const NULL = { type: 'null' as const };

it('names objects in fields and lists by their place, and alternatives by a field of their own', () => {
  const named = withNamedParts({
    TaskUpdateInput: object({
      limits: { description: 'Bounds.', anyOf: [object({ most: {} }), NULL] },
      steps: {
        type: 'array',
        items: { anyOf: [object({ id: {}, run: {} }), object({ id: {}, error: {} })] },
      },
    }),
  });

  expect(named).toEqual({
    TaskUpdateInput: object({
      limits: { description: 'Bounds.', anyOf: [ref('TaskLimitsUpdateInput'), NULL] },
      steps: { type: 'array' as const, items: ref('TaskStepUpdateInput') },
    }),
    TaskLimitsUpdateInput: { description: 'Bounds.', ...object({ most: {} }) },
    TaskStepUpdateInput: { anyOf: [ref('TaskStepWithRunUpdateInput'), ref('TaskStepWithErrorUpdateInput')] },
    TaskStepWithRunUpdateInput: object({ id: {}, run: {} }),
    TaskStepWithErrorUpdateInput: object({ id: {}, error: {} }),
  });
});

it('keeps null beside the name of a union, and merges equal parts of related records', () => {
  const language = { anyOf: [ref('Id'), ref('Voice'), NULL] };

  const named = withNamedParts({ ListedAgent: object({ language }), CompactAgent: object({ language }) });

  const agent = object({ language: { anyOf: [ref('AgentLanguage'), NULL] } });
  expect(Object.keys(named)).toHaveLength(3);
  expect(named).toMatchObject({
    AgentLanguage: { anyOf: [ref('Id'), ref('Voice')] },
    CompactAgent: agent,
  });
  expect(named.ListedAgent).toEqual(agent);
});
