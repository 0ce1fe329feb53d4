/**
 * The name of an alarm on people's experience, by which stacks that are deployed before the alarm know it. `alarm`: its
 * section of the runbook, and its suffix if the section has several alarms.
 */
export const feltAlarmName = (environment: string, alarm: string): string =>
  `phone-call-agents-${environment}-${alarm}`;
