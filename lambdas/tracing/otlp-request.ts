import { areUserIdsHashed } from '../runtime/tracing/log-fields.ts';
import type { ReadSpan, StepLine } from './read-log-event.ts';

type Value = string | number | boolean;

/** Numbers of the protocol: https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
const KINDS = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;
const STATUS_ERROR = 2;
/** Sampled, and the trace id is random. */
const FLAGS = 3;

/** The name of the service in a tracing system. */
const SERVICE_NAME = 'phone-call-agents';

/**
 * The request that exports spans, as JSON: ids are hexadecimal and times are decimal nanoseconds, by
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export function otlpRequest(steps: readonly StepLine[], environment: string): object {
  const services = Map.groupBy(steps, ({ service }) => service);
  return {
    resourceSpans: [...services].map(([service, ofService]) => ({
      resource: {
        attributes: attributesOf({
          'service.name': SERVICE_NAME,
          'deployment.environment.name': environment,
          'cloud.provider': 'aws',
          'cloud.platform': 'aws_lambda',
          'faas.name': service,
        }),
      },
      scopeSpans: [{ scope: { name: SERVICE_NAME }, spans: ofService.flatMap(spansOf) }],
    })),
  };
}

function spansOf({ traceId, callId, userId, requestId, spans }: StepLine): object[] {
  const isHashed = areUserIdsHashed();
  const common = {
    'phone_call_agents.call.id': callId,
    [isHashed ? 'user.hash' : 'user.id']: userId,
    'phone_call_agents.request.id': requestId,
  };
  return spans.map(({ id: spanId, parent, kind, name, start, end, attributes, error, link }: ReadSpan) => ({
    traceId,
    spanId,
    ...(parent !== undefined && { parentSpanId: parent }),
    flags: FLAGS,
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: attributesOf({ ...attributes, ...common, ...conversationOf(attributes, callId) }),
    ...(error !== undefined && { status: { code: STATUS_ERROR, message: error } }),
    ...(link && { links: [link] }),
  }));
}

/** The model's part of a call is a conversation. */
const conversationOf = (attributes: ReadSpan['attributes'], callId: string) =>
  attributes && 'gen_ai.operation.name' in attributes ? { 'gen_ai.conversation.id': callId } : {};

const attributesOf = (attributes: Readonly<Record<string, Value>>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    // A list of one, by the conventions.
    value:
      key === 'gen_ai.response.finish_reasons'
        ? { arrayValue: { values: [anyValue(value)] } }
        : anyValue(value),
  }));

function anyValue(value: Value) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

const nanoseconds = (ms: number) => `${ms}000000`;
