import { setTimeout as wait } from 'node:timers/promises';
import type { Schema } from 'phone-call-agents-client';
import * as z from 'zod';
import { findAgent } from '../agents/find-agent.ts';
import { callBody } from '../calls/create-call.ts';
import { durationOf } from '../output/output.ts';
import { upTo } from '../up-to.ts';
import { AGENT, type AnyTool, CONFIRM, defineTool, type ToolAnswer, type ToolContext } from './tool.ts';

const CALL = z.string().min(1).describe('The id of the call.');
const LIMIT = z.number().int().min(1).max(100).default(20);

const MAX_TURNS = 400;

type Call = Schema<'Call'>;

/** A call in brief, and what was said, with the figures of each turn. */
async function reportOf({ client, signal }: ToolContext, id: string, fromTurn = 1): Promise<ToolAnswer> {
  const call: Call = await client.get('/v1/calls', { query: { id }, signal });
  const turns = await upTo(client.list('/v1/calls/turns', { query: { id, size: 100 }, signal }), MAX_TURNS);
  const { error_message, stage_outcome, answered_by, agent_version, latency, cost } = call;
  return {
    facts: {
      ...{ id, status: call.status, error_message, stage_outcome, answered_by, duration: durationOf(call) },
      ...{
        from: call.from_number,
        to: call.to_number,
        direction: call.direction,
        created_at: call.created_at,
      },
      agent: { id: call.agent.id, name: call.agent.name, version: agent_version },
      ...{ latency, cost },
    },
    untrusted: {
      turns: turns.filter(({ number }) => number >= fromTurn).map(turnOf),
      ...{ collected_fields: call.collected_fields, analysis: call.analysis, context: call.context },
    },
  };
}

const turnOf = (turn: Schema<'CallTurn'>) => ({
  number: turn.number,
  ...(turn.action ? { action: turn.action } : { [turn.sender ?? 'words']: turn.text }),
  ...(turn.interrupted && { interrupted: true }),
  ...(turn.step !== undefined && { step: turn.step }),
  ...(turn.latency && { silence_ms: turn.latency.silence_ms }),
});

const placeCall = defineTool({
  name: 'place_call',
  title: 'Place a call and wait for its outcome',
  description:
    'Calls a real telephone number and waits until the call is over. Answers what was said, with figures. If the call lasts longer than wait_seconds, read it later with get_call.',
  input: z.object({
    agent: AGENT,
    to_number: z.string().describe('In E.164, such as +15550001111.'),
    from_number: z.string().optional().describe('Default: the user’s number, if they have just one.'),
    context: z.record(z.string(), z.string()).optional().describe('Values for the prompt’s placeholders.'),
    goal: z.string().optional(),
    wait_seconds: z.number().int().min(0).max(900).default(180),
    confirm: CONFIRM,
  }),
  effect: 'destroys',
  confirm: ({ agent, to_number }) => `Let ${agent} call ${to_number}? The call costs money.`,
  async run({ to_number, from_number, wait_seconds, confirm: _, ...options }, context) {
    const { client, signal } = context;
    const body = await callBody(context, to_number, {
      ...options,
      ...(from_number && { from: from_number }),
    });
    const { data } = await client.request<Call>('POST', '/v1/calls/create', { body, signal });
    const until = Date.now() + wait_seconds * 1_000;
    let { status } = data;
    while (status !== 'ended' && status !== 'error' && Date.now() < until) {
      await wait(1_000, undefined, { signal });
      status = (await client.get('/v1/calls', { query: { id: data.id }, signal })).status;
    }
    return reportOf(context, data.id);
  },
});

const endCall = defineTool({
  name: 'end_call',
  title: 'End a call',
  description: 'Hangs up a call in progress, or cancels one that has not started.',
  input: z.object({ call: CALL }),
  effect: 'destroys',
  async run({ call: id }, { client, signal }) {
    const { status } = await client.post('/v1/calls/end', { query: { id }, signal });
    return { facts: { id, status } };
  },
});

const findCalls = defineTool({
  name: 'find_calls',
  title: 'Find calls',
  description: 'Lists calls, the newest first.',
  input: z.object({
    agent: AGENT.optional(),
    status: z.enum(['not_started', 'in_progress', 'ended', 'error']).optional(),
    to_number: z.string().optional(),
    from_number: z.string().optional(),
    created_after: z.string().optional().describe('Such as 2026-11-01T00:00:00Z.'),
    created_before: z.string().optional(),
    limit: LIMIT,
  }),
  effect: 'reads',
  async run({ agent, limit, ...filter }, { client, signal }) {
    const query = { ...filter, size: limit, agent: agent && (await findAgent(client, agent)) };
    const calls = await upTo(client.list('/v1/calls/list', { query, signal }), limit);
    return {
      facts: calls.map((call) => ({
        ...{ id: call.id, created_at: call.created_at, status: call.status, duration: durationOf(call) },
        ...{
          from: call.from_number,
          to: call.to_number,
          error: call.error_message,
          outcome: call.stage_outcome,
        },
      })),
    };
  },
});

const getCall = defineTool({
  name: 'get_call',
  title: 'Read a call',
  description:
    'What was said in a call, its actions, and figures: silence before each answer, cost, outcome.',
  input: z.object({
    call: CALL,
    from_turn: z.number().int().min(1).default(1).describe('To go on reading a long call.'),
  }),
  effect: 'reads',
  run: ({ call, from_turn }, context) => reportOf(context, call, from_turn),
});

const FAILED_DELIVERIES = 50;

const failingWebhooks = defineTool({
  name: 'list_failing_webhooks',
  title: 'List failing webhooks and why',
  description: 'Webhooks that are disabled, and those whose deliveries failed lately, with the reasons.',
  input: z.object({}),
  effect: 'reads',
  async run(_, { client, signal }) {
    const webhooks = await upTo(client.list('/v1/webhooks/list', { query: { size: 100 }, signal }));
    const query = { status: 'failed' as const, size: FAILED_DELIVERIES };
    const deliveries = client.list('/v1/webhooks/deliveries/list', { query, signal });
    const failed = await upTo(deliveries, FAILED_DELIVERIES);
    const failing = webhooks.flatMap(({ id, url, enabled, disabled_reason, disabled_at }) => {
      const own = failed.filter(({ webhook_id }) => webhook_id === id);
      return enabled && own.length === 0
        ? []
        : { id, url, enabled, disabled_reason, disabled_at, failed_deliveries: own.length, latest: own[0] };
    });
    return { facts: failing.length > 0 ? failing : 'No webhook fails.' };
  },
});

export const CALL_TOOLS: readonly AnyTool[] = [placeCall, endCall, findCalls, getCall, failingWebhooks];
