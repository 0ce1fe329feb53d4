import { type ComponentType, lazy, Suspense } from 'react';
import { Loading } from './query-state.tsx';

/** A component that is loaded when it is first shown. `what`: what the page says is loading meanwhile. */
export function onDemand<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  what?: string,
  lines?: number,
): ComponentType<Props> {
  const Loaded: ComponentType<Props> = lazy(load);
  return (props) => (
    <Suspense fallback={what && <Loading what={what} lines={lines} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
