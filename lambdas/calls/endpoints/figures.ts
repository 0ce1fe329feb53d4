import * as z from 'zod/mini';
import { type Agent, agent, agentKind } from '../../agents/model/agent.ts';
import { versionsOf } from '../../agents/model/agent-version.ts';
import { isTimeZone } from '../../agents/model/time-zone.ts';
import { mostCalled } from '../../agents/model/version-split.ts';
import { loadTestMarks } from '../../agents/store/test-marks.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { invalidInput } from '../../http/errors.ts';
import { cursorOf, cursorText, linkHeader, throwTooLarge } from '../../http/page.ts';
import { optionalParameter, pageSize, timeFromText } from '../../http/query/query-values.ts';
import { requireCallsScope } from '../../http/references.ts';
import { Reply } from '../../http/reply.ts';
import { id, text } from '../../platform/fields.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { loadPage } from '../../records/store/lists/pages.ts';
import { PRICES } from '../../usage/model/prices.ts';
import {
  agentHealth,
  callFigures,
  FIGURES_BY,
  type FiguredCall,
  type FiguresBy,
  hourIn,
  Tally,
} from '../model/call-figures.ts';
import { CALLS_INDEX } from '../store/keys.ts';
import { countCalls, TooManyCalls } from '../store/load-figures.ts';

const DAY_MS = 24 * 3600 * 1000;

const DEFAULT_DAYS = 7;
const MAX_DAYS = 100;

/** Seconds for reading the calls of a period: up to 100 MB. */
const TIMEOUT_SECONDS = 29;

/** The figures of the calls of a group, with what names it. */
type Groups = Map<string, { readonly name: object; readonly tally: Tally }>;

export const getCallFigures = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/calls/figures',
    summary: 'Get figures of your calls',
    query: z.lazy(() =>
      z.strictObject({
        by: z._default(z.enum(FIGURES_BY), 'day'),
        agent: optionalParameter(id),
        created_after: optionalParameter(timeFromText),
        created_before: optionalParameter(timeFromText),
        time_zone: z._default(text(64), 'UTC'),
      }),
    ),
    response: callFigures,
    tableActions: ['Query'],
    tableIndexes: [CALLS_INDEX],
    variables: [PRICES],
    timeoutSeconds: TIMEOUT_SECONDS,
    async run({ userId, query }, { table, now }) {
      const { agent, by } = query;
      const until = query.created_before ?? now().toISOString();
      const from = query.created_after ?? new Date(Date.parse(until) - DEFAULT_DAYS * DAY_MS).toISOString();
      if (Date.parse(until) - Date.parse(from) > MAX_DAYS * DAY_MS) throw tooMuch(`${MAX_DAYS} days`);
      const nameOf = namedBy(by, hourOfZone(query.time_zone));
      const total = new Tally();
      const groups: Groups = new Map();
      const count = (call: FiguredCall) => {
        total.add(call);
        const name = nameOf(call);
        const key = Object.values(name).join(' ');
        const group = groups.get(key) ?? { name, tally: new Tally() };
        groups.set(key, group);
        group.tally.add(call);
      };
      await counted(table, userId, { from, until, agent, count });
      return {
        currency: readVariable(PRICES).currency,
        total: total.figures,
        groups: [...groups]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([, { name, tally }]) => ({ ...name, figures: tally.figures })),
      };
    },
  });

function namedBy(by: FiguresBy, hourOf: HourOf): (call: FiguredCall) => object {
  const names = {
    hour: ({ created_at }) => ({ time: hourOf(created_at) }),
    day: ({ created_at }) => ({ time: hourOf(created_at).slice(0, 10) }),
    agent: ({ agent_id }) => ({ agent: agent_id }),
    version: ({ agent_id, agent_version }) => ({
      agent: agent_id,
      ...(agent_version !== undefined && { agent_version }),
    }),
  } satisfies Record<FiguresBy, (call: FiguredCall) => object>;
  return names[by];
}

type HourOf = ReturnType<typeof hourIn>;

function hourOfZone(timeZone: string): HourOf {
  if (isTimeZone(timeZone)) return hourIn(timeZone);
  const msg = 'Must be the IANA name of a time zone, such as Europe/Berlin.';
  throw invalidInput([{ loc: ['query', 'time_zone'], msg, type: 'unknown_time_zone' }]);
}

const tooMuch = (most: string) =>
  invalidInput([
    {
      loc: ['query', 'created_after'],
      msg: `Figures are of at most ${most}; narrow created_after and created_before.`,
      type: 'period_too_long',
    },
  ]);

async function counted(...[table, userId, period]: Parameters<typeof countCalls>): Promise<void> {
  await countCalls(table, userId, period).catch((error: unknown) => {
    throw error instanceof TooManyCalls ? tooMuch('250,000 calls') : error;
  });
}

/** Agents on a page, by default; and bytes of them. */
const AGENTS = 100;
const MAX_BYTES = 5_000_000;

/** The health of agents has the calls of this many days, today included. */
const HEALTH_DAYS = 7;

export const listAgentHealth = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/agents/health',
    summary: 'List the health of agents',
    query: z.lazy(() =>
      z.strictObject({
        time_zone: z._default(text(64), 'UTC'),
        size: pageSize(),
        cursor: z.optional(cursorOf(z.strictObject({ after: id }))),
      }),
    ),
    response: z.lazy(() => z.array(agentHealth)),
    responseHeaders: ['Link'],
    tableActions: ['Query'],
    tableIndexes: [CALLS_INDEX],
    timeoutSeconds: TIMEOUT_SECONDS,
    async run({ userId, query, grantedScopes }, { table, now }) {
      requireCallsScope(grantedScopes, ['query']);
      const { size = AGENTS, cursor } = query;
      const list = { size, after: cursor?.after, descending: false, maxBytes: MAX_BYTES };
      const [page, figures] = await Promise.all([
        loadPage(table, { userId, kind: agentKind }, list).catch(throwTooLarge),
        figuresOfAgents(table, userId, { hourOf: hourOfZone(query.time_zone), now: now() }),
      ]);
      const agents = page.items.map((item) => agent.parse(item));
      const after = page.hasMore ? page.last : undefined;
      return new Reply(
        await Promise.all(
          agents.map(async (each) => ({ ...figures(each.id), ...(await testsOf(table, each)) })),
        ),
        { link: linkHeader(query, after && cursorText({ after })) },
      );
    },
  });

/** The calls of each agent in the last days, in all and by day. */
async function figuresOfAgents(
  table: Table,
  userId: string,
  { hourOf, now }: { readonly hourOf: HourOf; readonly now: Date },
) {
  const dayOf = (time: string) => hourOf(time).slice(0, 10);
  const today = Date.parse(dayOf(now.toISOString()));
  const days = Array.from({ length: HEALTH_DAYS }, (_, ago) =>
    new Date(today - (HEALTH_DAYS - 1 - ago) * DAY_MS).toISOString().slice(0, 10),
  );
  const agents = new Map<string, { readonly tally: Tally; readonly days: number[] }>();
  const count = (call: FiguredCall) => {
    const day = days.indexOf(dayOf(call.created_at));
    if (day < 0) return;
    const found = agents.get(call.agent_id) ?? { tally: new Tally(), days: days.map(() => 0) };
    agents.set(call.agent_id, found);
    found.tally.add(call);
    found.days[day] = (found.days[day] ?? 0) + 1;
  };
  // A day more: the first one began earlier in zones west of UTC, and days of 25 hours exist.
  const from = new Date(now.getTime() - (HEALTH_DAYS + 1) * DAY_MS).toISOString();
  await counted(table, userId, { from, until: now.toISOString(), count });
  return (id: string) => {
    const { tally = new Tally(), days: calls = days.map(() => 0) } = agents.get(id) ?? {};
    return { agent: id, figures: tally.figures, days: calls };
  };
}

/** The tests of the version that most calls get, and the latest version if calls do not get it. */
async function testsOf(table: Table, { id: agentId, user_id: userId, ...stored }: Agent) {
  const { version: latest, published } = versionsOf({ id: agentId, user_id: userId, ...stored });
  const marks = await loadTestMarks(table, { userId, agentId, version: mostCalled(published) ?? latest });
  const passed = marks.filter(({ status }) => status === 'passed').length;
  return {
    tests: { passed, failed: marks.length - passed },
    ...(published.every(({ version }) => version < latest) && { waiting_version: latest }),
  };
}
