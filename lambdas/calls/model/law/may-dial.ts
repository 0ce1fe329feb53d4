import { consentsInForce, type Purpose, type StoredConsent } from '../../../consents/model/consent.ts';
import { type CallHours, isOpen, nextOpening } from './call-hours.ts';
import { type ContactLocation, countryOf, EU, type Place, placeOfLocation, placeOfNumber } from './places.ts';
import ruleTables from './rule-tables.json' with { type: 'json' };

/** A maximum of calls to a number within some hours. */
interface Cap {
  readonly most: number;
  readonly hours: number;
  readonly per_subject: boolean;
}

/** What the law of a jurisdiction demands of calls with a purpose. */
interface Rules extends Partial<CallHours> {
  readonly caps?: readonly Cap[];
  readonly consent?: { readonly written: boolean; readonly artificial_voice: boolean };
  readonly disclosure?: boolean;
  /** Whether areas of the country have laws of their own, so that one without a table is not known. */
  readonly needs_area?: boolean;
  readonly lists?: readonly {
    readonly name: string;
    readonly max_age_days: number;
    /** Whether a consent in writing makes the check needless. */
    readonly spared_by_consent: boolean;
  }[];
}

/** The rules of a jurisdiction, with the day on which they were compared with their sources. */
export interface RuleTable extends Readonly<Record<Purpose, Rules>> {
  readonly name: string;
  readonly checked: string;
  readonly sources: readonly string[];
}

export const RULE_TABLES: Readonly<Record<string, RuleTable>> = ruleTables;

/** Names of places in which the contact must be told who calls. */
export const placesWithDisclosure = (purpose: Purpose): string[] =>
  Object.values(RULE_TABLES).flatMap((table) => (table[purpose].disclosure ? [table.name] : []));

/** What the operator's configuration says about calls. */
export interface OperatorRules {
  /** `enforce` refuses calls, `warn` stores the decision with them, `off` decides nothing. */
  readonly mode: 'enforce' | 'warn' | 'off';
  /** Places without a table in which calls are permitted, such as `US-OH` or `JP`; `*` for every place. */
  readonly permittedPlaces: readonly string[];
  /** Local time in which no calls are placed but emergencies, such as `21:00-08:00`; empty for none. */
  readonly quietHours: string;
  /** Whether informational calls need recorded consents, too, where the law demands consent. */
  readonly consentToInformational: 'recorded' | 'assumed';
}

export interface EarlierDial {
  readonly at: string;
  readonly subject?: string | undefined;
}

export interface DialQuestion {
  readonly purpose: Purpose;
  readonly toNumber: string;
  readonly location?: ContactLocation | null | undefined;
  readonly at: Date;
  /** What the call is about, such as a campaign; calls without one count for every subject. */
  readonly subject?: string | undefined;
  /** The records of the number. */
  readonly consents: readonly StoredConsent[];
  /** When the number was dialed, in the last 31 days. */
  readonly dials: readonly EarlierDial[];
  /** When the number was last checked against public lists, by their names in the tables. */
  readonly checkedLists: Readonly<Record<string, string>>;
  /** Whether the agent tells the contact first who calls and that it is a machine. */
  readonly hasDisclosure: boolean;
  readonly operator: OperatorRules;
}

export type DialRule = 'place' | 'consent' | 'list' | 'disclosure' | 'hours' | 'quiet_hours' | 'cap';

export type DialAnswer =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly rule: DialRule;
      /** A sentence for the user, with what to do. */
      readonly reason: string;
      /** The earliest time at which all rules that depend on the time permit the call. Absent: no wait helps. */
      readonly notBefore?: Date;
    };

export type DialDecision = DialAnswer & {
  /** The tables that were asked, with the day of their check. */
  readonly tables: readonly { readonly code: string; readonly checked: string }[];
  /** The consents that are in force for the call. */
  readonly consentIds: readonly string[];
};

/** Decides whether a call may be dialed at a time; if not, why, and from when on it may be. */
export function mayDial(question: DialQuestion): DialDecision {
  const { purpose, toNumber, location, operator, at } = question;
  if (operator.mode === 'off') return { allowed: true, tables: [], consentIds: [] };
  const placesOfContact = [placeOfNumber(toNumber), placeOfLocation(location ?? {})].filter(
    (place) => place !== undefined,
  );
  const codes = [...new Set(placesOfContact.flatMap(({ code }) => codesOf(code)))];
  const tables = codes.flatMap((code) => (RULE_TABLES[code] ? [{ code, table: RULE_TABLES[code] }] : []));
  const consents = consentsInForce(question.consents, purpose, at);
  const bound = tables.map(({ table }) => ({ name: table.name, rules: table[purpose] }));
  const answer = refusalOfPlace(placesOfContact, question) ??
    refusalForGood(bound, consents, question) ??
    refusalForNow(bound, placesOfContact, question) ?? { allowed: true };
  return {
    ...answer,
    tables: tables.map(({ code, table: { checked } }) => ({ code, checked })),
    consentIds: consents.map(({ id }) => id),
  };
}

type Refusal = Extract<DialAnswer, { allowed: false }>;

interface Bound {
  readonly name: string;
  readonly rules: Rules;
}

/** The codes of the tables that may bind at a place, from the widest. */
function codesOf(code: string): readonly string[] {
  const country = countryOf(code);
  return [...(EU.has(country) ? ['EU'] : []), country, ...(code === country ? [] : [code])];
}

function refusalOfPlace(known: readonly Place[], { purpose, operator }: DialQuestion): Refusal | undefined {
  const isPermitted = (code: string) =>
    ['*', code, countryOf(code)].some((each) => operator.permittedPlaces.includes(each));
  const isInTables = (code: string) => {
    const asked = codesOf(code).filter((each) => RULE_TABLES[each]);
    const needsArea = asked.some((each) => RULE_TABLES[each]?.[purpose].needs_area);
    return asked.length > (needsArea ? 1 : 0);
  };
  const unknown = known.find(({ code }) => !isInTables(code) && !isPermitted(code));
  if (!unknown && (known.length > 0 || isPermitted('*'))) return undefined;
  const where = unknown ? `rules for ${purpose} calls to ${unknown.code}` : 'where this number is';
  const remedy = unknown ? 'the operator can permit the place' : 'name the country in contact_location';
  return { allowed: false, rule: 'place', reason: `The service doesn't know ${where}; ${remedy}.` };
}

/** The refusal by a rule that no wait fulfils. */
function refusalForGood(
  bound: readonly Bound[],
  consents: readonly StoredConsent[],
  { purpose, operator, at, checkedLists, hasDisclosure }: DialQuestion,
): Refusal | undefined {
  const isAssumed = purpose === 'informational' && operator.consentToInformational === 'assumed';
  for (const { name, rules } of bound) {
    const { consent, lists = [], disclosure } = rules;
    const suffices = (given: StoredConsent) =>
      (given.written || !consent?.written) && (given.artificial_voice || !consent?.artificial_voice);
    if (consent && !isAssumed && !consents.some(suffices)) {
      const kinds = [consent.written && 'in writing', consent.artificial_voice && 'to an artificial voice'];
      const kind = ['consent', ...kinds.filter(Boolean)].join(' ');
      const reason = `${name}: ${purpose} calls need ${kind}; record the contact's consent first.`;
      return { allowed: false, rule: 'consent', reason };
    }
    const isSpared = consents.some(({ written }) => written);
    const stale = lists.find((list) => {
      const ageMs = at.getTime() - Date.parse(checkedLists[list.name] ?? '');
      const isFresh = ageMs >= 0 && ageMs <= list.max_age_days * 24 * HOUR_MS;
      return !isFresh && !(list.spared_by_consent && isSpared);
    });
    if (stale) {
      const reason = `${name}: the number must have been checked against ${stale.name} in the last ${stale.max_age_days} days; say when in checked_lists.`;
      return { allowed: false, rule: 'list', reason };
    }
    if (disclosure && !hasDisclosure) {
      const reason = `${name}: the contact must be told first who calls, and that it is a machine; give the agent a disclosure.`;
      return { allowed: false, rule: 'disclosure', reason };
    }
  }
  return undefined;
}

const HOUR_MS = 3_600_000;

/** The refusal by a rule that depends on the time. */
function refusalForNow(
  bound: readonly Bound[],
  known: readonly Place[],
  question: DialQuestion,
): Refusal | undefined {
  const { purpose, at, operator, location } = question;
  const own = location?.timezone ? [location.timezone] : [];
  const zones = [...new Set([...known.flatMap((place) => place.zones), ...own])];
  const quiet = purpose === 'emergency' ? undefined : hoursAround(operator.quietHours);
  const ofTables = bound.flatMap(({ name, rules: { hours, days } }) =>
    hours ? [{ rule: 'hours' as const, name, hours: { hours, ...(days && { days }) } }] : [],
  );
  const binding = [
    ...ofTables,
    ...(quiet ? [{ rule: 'quiet_hours' as const, name: 'The operator', hours: quiet }] : []),
  ];
  if (binding.length > 0 && zones.length === 0) {
    const reason = "The service doesn't know the contact's time zone; name it in contact_location.timezone.";
    return { allowed: false, rule: 'place', reason };
  }
  const closed = binding
    .flatMap(({ hours, ...each }) => zones.map((zone) => ({ ...each, zone, hours })))
    .find(({ zone, hours }) => !isOpen(zone, hours, at));
  const full = bound.flatMap(({ name, rules }) =>
    (rules.caps ?? []).flatMap((cap) => {
      const freeMs = freeAtMs(cap, question);
      return freeMs > at.getTime() ? [{ name, cap, freeMs }] : [];
    }),
  );
  const [cap] = full;
  if (!closed && !cap) return undefined;
  const from = new Date(Math.max(at.getTime(), ...full.map(({ freeMs }) => freeMs)));
  const all = binding.map(({ hours }) => hours);
  const notBefore = nextOpening(
    zones.map((zone) => ({ zone, all })),
    from,
  );
  const why = closed
    ? `${closed.name} permits no ${purpose} calls at this time in ${closed.zone}`
    : `${cap?.name} permits ${cap?.cap.most} calls in ${cap?.cap.hours} hours`;
  const reason = `${why}${notBefore ? `; this call may be dialed from ${notBefore.toISOString()} on` : ''}.`;
  const rule = closed?.rule ?? 'cap';
  return { allowed: false, rule, reason, ...(notBefore && { notBefore }) };
}

/** The time from which a cap permits a call, in milliseconds; 0 if it permits one now. */
function freeAtMs({ most, hours, per_subject }: Cap, { dials, subject, at }: DialQuestion): number {
  const isSame = (other: string | undefined) =>
    !per_subject || subject === undefined || other === undefined || other === subject;
  const times = dials
    .filter((dial) => isSame(dial.subject))
    .map((dial) => Date.parse(dial.at))
    .filter((ms) => ms > at.getTime() - hours * HOUR_MS)
    .sort((one, other) => one - other);
  const oldest = times[times.length - most];
  return oldest === undefined ? 0 : oldest + hours * HOUR_MS;
}

/** The hours outside the operator's quiet ones. */
function hoursAround(quietHours: string): CallHours | undefined {
  const [start, end] = quietHours.split('-');
  if (!start || !end) return undefined;
  const open = start > end ? [`${end}-${start}`] : [`00:00-${start}`, `${end}-24:00`];
  return { hours: { weekdays: open, saturday: open, sunday: open } };
}
