import { RESERVED_PARAMETERS } from '../../lambdas/calls/model/telephony-params.ts';
import { type FieldNotes, noteOn } from './descriptions/calls.ts';
import { descriptions } from './descriptions/descriptions.ts';
import { isSchema, type JsonSchema, mapInnerSchemas } from './json-schema.ts';

const TIME: JsonSchema = { type: 'string', format: 'date-time' };

/** Checks in code that JSON Schema can express, by field. */
const CONSTRAINTS: FieldNotes<JsonSchema> = {
  OutboundUrl: { type: 'string', format: 'uri' },
  StringMap: { type: 'object', maxProperties: 50 },
  TelephonyParams: {
    type: 'object',
    maxProperties: 50,
    // Not additionalProperties: an index signature in TypeScript does not permit the optional fields beside it.
    additionalProperties: false,
    patternProperties: { '^': { type: ['string', 'null'], maxLength: 2000 } },
    propertyNames: { minLength: 1, maxLength: 100, not: { enum: [...RESERVED_PARAMETERS] } },
  },
  FreeFormObject: { type: 'object', propertyNames: { minLength: 1, not: { const: '__proto__' } } },
  'Agent.speech_keywords': { type: 'object', maxProperties: 100 },
  'AuditEntry.at': TIME,
  'Call.created_at': TIME,
  'Call.scheduled_at': TIME,
  'Call.start_time': TIME,
  'Call.end_time': TIME,
  'Message.timestamp': TIME,
  'CallTurn.timestamp': TIME,
  'Rehearsal.created_at': TIME,
  'TestRun.created_at': TIME,
  'TestRun.ended_at': TIME,
  'CallAnalysis.at': TIME,
  'Event.timestamp': TIME,
  'DoNotCallEntry.listed_at': TIME,
  'DoNotCallEntry.removed_at': TIME,
  'Webhook.disabled_at': TIME,
  'Webhook.previous_secrets.valid_until': TIME,
  'Delivery.timestamp': TIME,
  'Delivery.created_at': TIME,
  'Delivery.last_attempt_at': TIME,
  'Delivery.next_attempt_at': TIME,
  'DeliveryAttempt.at': TIME,
  'ReplayWebhookResult.from': TIME,
  'ReplayWebhookResult.until': TIME,
};

export function describeComponent(name: string, schema: JsonSchema): JsonSchema {
  const described = describeFields(name, [], schema);
  const description = sentences(name, [], described);
  return { ...(description && { description }), ...described };
}

/** The description of a field: its meaning and its bounds. */
export function sentences(
  component: string,
  path: readonly string[],
  schema: JsonSchema,
): string | undefined {
  const meaning = noteOn(descriptions, component, path);
  if (meaning === undefined) return undefined;
  return [meaning, boundsOf(schema)].filter(Boolean).join(' ');
}

function describeFields(component: string, path: readonly string[], schema: JsonSchema): JsonSchema {
  const inner = mapInnerSchemas(schema, (each, field) =>
    field === undefined
      ? describeFields(component, path, each)
      : describeField(component, [...path, field], each),
  );
  const constraint = noteOn(CONSTRAINTS, component, path);
  return constraint?.type === schema.type ? { ...inner, ...constraint } : inner;
}

function describeField(component: string, path: readonly string[], schema: JsonSchema): JsonSchema {
  const described = describeFields(component, path, schema);
  const description = sentences(component, path, described);
  return { ...(description && { description }), ...described };
}

/** The bounds of a schema in words: a sentence, or an empty string without bounds. */
export function boundsOf(schema: JsonSchema): string {
  const bounded = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  const sentences = [
    range(bounded.minimum, bounded.maximum, ''),
    range(bounded.minLength, bounded.maxLength, 'character'),
    range(bounded.minItems, bounded.maxItems, 'item'),
    range(bounded.minProperties, bounded.maxProperties, 'entry'),
    partBounds('Keys', bounded.propertyNames),
    partBounds('Values', bounded.additionalProperties),
    partBounds('Each item', bounded.items),
  ];
  return sentences.filter(Boolean).join(' ');
}

function partBounds(part: string, schema: unknown): string {
  const bounds = isSchema(schema) ? boundsOf(schema) : '';
  return bounds && `${part}: ${bounds[0]?.toLowerCase()}${bounds.slice(1)}`;
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && least === most) return `Exactly ${amount(least, unit)}.`;
  if (least !== undefined && most !== undefined && (least > 0 || !unit)) {
    return `From ${amount(least, '')} to ${amount(most, unit)}.`;
  }
  if (most !== undefined) return `At most ${amount(most, unit)}.`;
  return least === undefined ? '' : `At least ${amount(least, unit)}.`;
}

function amount(count: number, unit: string): string {
  const number = count.toLocaleString('en-US');
  if (!unit) return number;
  const plural = unit === 'entry' ? 'entries' : `${unit}s`;
  return `${number} ${count === 1 ? unit : plural}`;
}
