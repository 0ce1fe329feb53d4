import { METRICS, type MetricDeclaration, type MetricName } from './catalogue.ts';

type Dimensions = Readonly<Record<string, string>>;

/** Whether a metric can have these values of its dimensions together. */
export function occurs(name: MetricName, dimensions: Dimensions): boolean {
  const { never = [] }: MetricDeclaration = METRICS[name];
  return !never.some((together) =>
    Object.entries(together).every(([dimension, value]) => dimensions[dimension] === value),
  );
}

/** Every combination of the values of a metric's dimensions besides the environment; one without any, if it has none. */
export function combinationsOf(name: MetricName): readonly Dimensions[] {
  const { dimensions = {} }: MetricDeclaration = METRICS[name];
  return Object.entries(dimensions)
    .reduce<readonly Dimensions[]>(
      (combined, [dimension, values]) =>
        combined.flatMap((each) => values.map((value) => ({ ...each, [dimension]: value }))),
      [{}],
    )
    .filter((combination) => occurs(name, combination));
}
