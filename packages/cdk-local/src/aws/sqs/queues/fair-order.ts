/**
 * The order in which a queue delivers messages. SQS's fair queues prevent a group with many messages in flight from
 * delaying others. SQS calls a group noisy if it has 30 messages and a tenth of all messages in flight, or took a tenth
 * of the consumers' recent time. Quiet groups come first, then the noisy one with the fewest in flight. Only that last
 * rule applies here, because each of a few groups has its tenth. A message that waits for its visibility timeout is in
 * flight. A message without a group forms its own group.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */
export interface FairOrder {
  setGroup(key: string, groupId: string | undefined): void;
  show(key: string): void;
  hide(key: string): void;
  /** Marks a message as in flight or not. */
  setInFlight(key: string, isInFlight: boolean): void;
  forget(key: string): void;
  next(): string | undefined;
  readonly visibleCount: number;
}

interface Group {
  readonly visible: Set<string>;
  readonly inFlight: Set<string>;
}

/** Messages without a group share this name, but each counts as having nothing else in flight. */
const UNGROUPED = '';

export function createFairOrder(): FairOrder {
  const groupOf = new Map<string, string>();
  const groups = new Map<string, Group>();
  let visibleCount = 0;

  const find = (key: string): Group => {
    const name = groupOf.get(key) ?? UNGROUPED;
    const group = groups.get(name) ?? { visible: new Set(), inFlight: new Set() };
    groups.set(name, group);
    return group;
  };
  const inFlightOf = (group: Group) => (group === groups.get(UNGROUPED) ? 0 : group.inFlight.size);
  const hide = (key: string) => {
    if (find(key).visible.delete(key)) visibleCount -= 1;
  };
  return {
    setGroup: (key, groupId) => {
      if (groupId !== undefined) groupOf.set(key, groupId);
    },
    show: (key) => {
      const { visible } = find(key);
      if (!visible.has(key)) visibleCount += 1;
      visible.add(key);
    },
    hide,
    setInFlight: (key, isInFlight) => {
      const group = find(key);
      if (!isInFlight) {
        group.inFlight.delete(key);
        return;
      }
      group.inFlight.add(key);
      // The group moves behind groups with equally many in flight.
      const name = groupOf.get(key) ?? UNGROUPED;
      groups.delete(name);
      groups.set(name, group);
    },
    forget: (key) => {
      hide(key);
      const group = find(key);
      group.inFlight.delete(key);
      if (group.visible.size + group.inFlight.size === 0) groups.delete(groupOf.get(key) ?? UNGROUPED);
      groupOf.delete(key);
    },
    next: () => {
      let quietest: Group | undefined;
      for (const group of groups.values()) {
        if (group.visible.size === 0) continue;
        if (!quietest || inFlightOf(group) < inFlightOf(quietest)) quietest = group;
      }
      return quietest?.visible.values().next().value;
    },
    get visibleCount() {
      return visibleCount;
    },
  };
}
