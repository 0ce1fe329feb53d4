import * as z from 'zod/mini';
import { silenceCheck } from '../../../../lambdas/conversation/silence-checks.ts';
import { dueTurn } from '../../../../lambdas/conversation/turns/due-turns.ts';
import { storedCall } from '../../../../lambdas/domain/calls/call.ts';
import { storedSession, turn } from '../../../../lambdas/domain/conversations/session.ts';
import { circuitBreaker } from '../../../../lambdas/domain/events/circuit-breaker.ts';
import { storedDelivery } from '../../../../lambdas/domain/events/delivery.ts';
import { storedRequest } from '../../../../lambdas/domain/events/delivery-request.ts';
import { event } from '../../../../lambdas/domain/events/events.ts';
import { accountConnection } from '../../../../lambdas/domain/records/account-connection.ts';
import { action } from '../../../../lambdas/domain/records/action.ts';
import { agent } from '../../../../lambdas/domain/records/agent.ts';
import { callSnapshot } from '../../../../lambdas/domain/records/call-snapshot.ts';
import { storedNumber } from '../../../../lambdas/domain/records/number.ts';
import { prompt, promptTemplate } from '../../../../lambdas/domain/records/prompt.ts';
import { vectorDatabase } from '../../../../lambdas/domain/records/vector-database.ts';
import { voice } from '../../../../lambdas/domain/records/voice.ts';
import { webhook } from '../../../../lambdas/domain/records/webhook.ts';
import { requestAhead } from '../../../../lambdas/store/conversations/requests-ahead.ts';
import { deliveryMessage } from '../../../../lambdas/webhooks/delivery-messages.ts';

/** What one version stores or sends and another one reads while a deployment shifts functions from one to the other. */
const STORED = {
  accountConnection,
  action,
  agent,
  deliveryMessage,
  call: storedCall,
  delivery: storedDelivery,
  deliveryRequest: storedRequest,
  circuitBreaker,
  event,
  dueTurn,
  number: storedNumber,
  prompt,
  promptTemplate,
  requestAhead,
  session: storedSession,
  silenceCheck,
  snapshot: callSnapshot,
  turn,
  vectorDatabase,
  voice,
  webhook,
};

/** The schemas by name, as JSON Schema: what a version reads, or what it stores. */
export function storedSchemas(io: 'input' | 'output'): Record<string, z.core.JSONSchema.BaseSchema> {
  return Object.fromEntries(
    Object.entries(STORED).map(([name, schema]) => {
      const { $schema: _, ...written } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
      return [name, written];
    }),
  );
}
