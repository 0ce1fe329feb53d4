import * as z from 'zod';
import { eventPayloads } from '../../lambdas/events/model/events.ts';
import { id, utcTime } from '../../lambdas/platform/fields.ts';
import type { Components } from './components.ts';
import { sentences } from './describe.ts';
import type { Examples } from './examples.ts';
import { type JsonSchema, mapValues, pascalCase } from './json-schema.ts';

export function eventComponents(components: Components): Record<string, JsonSchema> {
  return mapValues(eventSchemas, (schema, kind) => components.add(schema, 'output', pascalCase(kind)));
}

/** The deliveries to a user's webhook, by the kind of event. */
export function eventWebhooks(schemas: Readonly<Record<string, JsonSchema>>, examples: Examples) {
  return mapValues(schemas, (schema, kind) => ({
    post: {
      operationId: kind,
      summary: sentences(pascalCase(kind), [], {}) ?? kind,
      tags: ['webhooks'],
      security: [],
      parameters: HEADERS.map((header) => ({
        in: 'header',
        required: true,
        schema: { type: 'string' },
        ...header,
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema, examples: examples.ofAlternatives(schema) } },
      },
      responses: {
        '2XX': {
          description:
            'The event is delivered. The attempt fails with any other answer, or without an answer within 8 seconds.',
        },
      },
    },
  }));
}

const HEADERS = [
  {
    name: 'webhook-id',
    description: 'Identifier of the event: a UUID. It is the same in each attempt.',
    example: '0199a5d0-3c09-5a10-8b20-5f6e7d8c9b09',
  },
  {
    name: 'webhook-timestamp',
    description: 'When the attempt was made: seconds since 1970-01-01T00:00:00Z.',
    example: '1767268865',
  },
  {
    name: 'webhook-signature',
    description:
      'Signature by Standard Webhooks: `v1,` and the base64 of an HMAC-SHA256. The key is the webhook’s secret. The input is id, timestamp and body, joined by full stops. For 24 hours after you rotate the secret, there is one signature per secret, separated by spaces.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
];

/** The body of a delivery, by the kind of event. */
export const eventSchemas: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(eventPayloads).map(([type, payload]) => [
    type,
    z.object({
      id,
      type: z.literal(type),
      ...(type.startsWith('event_campaign_')
        ? { campaign_id: id }
        : { call_id: id, campaign_id: z.optional(id) }),
      agent_version: z.int().min(1).optional(),
      timestamp: utcTime(),
      sequence: z.int().min(1),
      payload,
    }),
  ]),
);
