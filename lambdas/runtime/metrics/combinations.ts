import { METRICS, type MetricDeclaration, type MetricName } from './catalogue.ts';

type Dimensions = Readonly<Record<string, string>>;

export function occurs(name: MetricName, dimensions: Dimensions): boolean {
  const { never = [] }: MetricDeclaration = METRICS[name];
  return !never.some((together) =>
    Object.entries(together).every(([dimension, value]) => dimensions[dimension] === value),
  );
}
