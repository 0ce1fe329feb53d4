import { Empty } from '../../parts/empty.tsx';

/** What to do first. */
export function FirstSteps() {
  return (
    <Empty title="No calls yet">
      <p>Make an agent, and place a call.</p>
    </Empty>
  );
}
