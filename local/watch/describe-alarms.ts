import type { ServiceSnapshot, ShownAlarm } from './ask-service.ts';
import type { Line } from './line.ts';
import { clockTime } from './units.ts';

/** The raised alarms, what they would do, and the alarms that cannot be evaluated here. */
export function describeAlarms({ alarms }: Pick<ServiceSnapshot, 'alarms'>): Line[] {
  const raised = alarms.filter(({ state }) => state === 'ALARM');
  const ringing = raised.filter(({ actions }) => actions === 'enabled');
  const past = alarms.filter(({ state, rang }) => state !== 'ALARM' && rang > 0);
  const unknown = alarms.filter(({ fault }) => fault !== undefined);
  return [
    {
      text: `${alarms.length} alarms: ${raised.length} raised, ${ringing.length} ringing`,
      style: ringing.length > 0 ? 'red' : raised.length > 0 ? 'yellow' : 'green',
    },
    ...[...ringing, ...raised.filter((alarm) => !ringing.includes(alarm))].flatMap(describeRaised),
    ...past.map((alarm): Line => ({ text: `  rang before: ${nameOf(alarm)}`, style: 'dim' })),
    ...unknown.map(
      (alarm): Line => ({ text: `  not evaluated: ${nameOf(alarm)}: ${alarm.fault ?? ''}`, style: 'dim' }),
    ),
  ];
}

const EFFECTS: Readonly<Record<ShownAlarm['actions'], string>> = {
  enabled: 'RINGS',
  suppressed: 'would ring, but is kept back: another alarm has the same cause',
  disabled: 'would ring, but this environment’s alarms tell nobody',
  none: 'part of another alarm',
};

function describeRaised(alarm: ShownAlarm): Line[] {
  const since = alarm.since === undefined ? '' : ` since ${clockTime(alarm.since)}`;
  const style = alarm.actions === 'enabled' ? 'red' : 'yellow';
  return [
    { text: `  ${nameOf(alarm)}${since}: ${EFFECTS[alarm.actions]}`, style },
    { text: `    ${alarm.reason}. ${alarm.description}`, style: 'dim' },
  ];
}

/** The section of the runbook, by which people know an alarm. */
const nameOf = ({ description, logicalId }: ShownAlarm) =>
  /runbook\.md#([\w-]+)/.exec(description)?.[1] ?? logicalId;
