import { USERS } from '../local/seed.ts';
import { linksOf } from '../test/support/links.ts';
import { type MeasuredService, startMeasuredService } from './measured-service.ts';
import { toDynamoDb, unitsOf } from './request-record.ts';
import { median } from './statistics.ts';
import { type Cell, number, type Table, verdict } from './table.ts';
import { operatorTable, storePrompts } from './turns/prompts.ts';

const RECORDS = 10_500;
const PAGES = [1, 500, 1_000, 1_050];
/** The page that is also requested by the link of the previous one. */
const LINKED_PAGE = 1_000;
/** Counted requests of each page; one more before them starts the functions. */
const ROUNDS = 20;
/** A list's small item has 0.1 KB, so a read unit skips some 40 of them. */
const MAX_UNITS_PER_THOUSAND = 30;

/** A page of the list and its order. */
interface Place {
  readonly order: string;
  readonly page: string;
  /** The records before the page that it skips. */
  readonly skipped: number;
  readonly path: string;
}

/** The cost of a page: its requests to DynamoDB with read units, and milliseconds until the answer. */
interface Cost {
  readonly requests: number;
  readonly units: number;
  readonly ms: number;
}

/** Measures the cost of pages of a long list, near its beginning and far from it. */
export async function measurePages(): Promise<Table> {
  const service = await startMeasuredService();
  try {
    const { table, close } = operatorTable(service.connection);
    await storePrompts(table, USERS[0].id, RECORDS);
    close();
    const places = await listPlaces(service);
    const costs = new Map<Place, Cost[]>(places.map((place) => [place, []]));
    for (let round = 0; round <= ROUNDS; round++) {
      for (const place of places) {
        const cost = await costOf(service, place);
        if (round > 0) costs.get(place)?.push(cost);
      }
    }
    return tableOf(costs);
  } finally {
    await service.close();
  }
}

async function listPlaces({ api }: MeasuredService): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const [order, descending] of [
    ['oldest first', false],
    ['newest first', true],
  ] as const) {
    const pathOf = (page: number) => `/v1/prompts/list?page=${page}&sort_desc=${descending}`;
    for (const page of PAGES)
      places.push({
        order,
        page: page.toLocaleString('en-US'),
        skipped: 10 * (page - 1),
        path: pathOf(page),
      });
    const { headers } = await api.get(pathOf(LINKED_PAGE - 1));
    const next = linksOf(headers, pathOf(LINKED_PAGE - 1)).next;
    if (next === undefined) throw new Error(`Page ${LINKED_PAGE - 1} has no link to the next one.`);
    places.push({
      order,
      page: `${LINKED_PAGE.toLocaleString('en-US')}, by its cursor`,
      skipped: 0,
      path: next,
    });
  }
  return places;
}

async function costOf(service: MeasuredService, { path }: Place): Promise<Cost> {
  const before = service.requests.length;
  const startedAt = performance.now();
  const { status, body } = await service.api.get(path);
  const ms = performance.now() - startedAt;
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  const lists = service.functionName('api/prompts/list');
  const made = service.requests.slice(before).filter(({ functionName }) => functionName === lists);
  const requests = toDynamoDb(made);
  return { requests: requests.length, units: unitsOf(requests).read, ms };
}

function tableOf(costs: ReadonlyMap<Place, readonly Cost[]>): Table {
  const firstUnits = new Map<string, number>();
  const rows = [...costs].map(([{ order, page, skipped }, ofPlace]): readonly Cell[] => {
    const units = Math.max(...ofPlace.map((cost) => cost.units));
    if (!firstUnits.has(order)) firstUnits.set(order, units);
    const further = units - (firstUnits.get(order) ?? units);
    const perThousand = skipped === 0 ? further : (1000 * further) / skipped;
    const requests = Math.max(...ofPlace.map((cost) => cost.requests));
    const ms = median(ofPlace.map((cost) => cost.ms));
    return [
      order,
      page,
      number(requests),
      number(units, 1),
      number(perThousand, 1),
      verdict(perThousand, MAX_UNITS_PER_THOUSAND),
      number(ms, 1),
    ];
  });
  return {
    title: 'Pages of a long list',
    note:
      `Pages of ten of ${RECORDS.toLocaleString('en-US')} prompts of half a kilobyte; the costliest and the median time of ${ROUNDS} requests each, ` +
      `all pages in turn. Goal: at most ${MAX_UNITS_PER_THOUSAND} read units above those of page 1 for each thousand records that a page skips.`,
    columns: ['order', 'page', 'requests to DynamoDB', 'read units', 'per 1,000 skipped', 'goal', 'ms'],
    rows,
  };
}
