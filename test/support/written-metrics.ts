import { afterEach, beforeEach, vi } from 'vitest';

/** Keeps the metrics that the code of a test emits. Returns the dimensions of those of a name. */
export function writtenMetrics(): (name: string) => Readonly<Record<string, string>>[] {
  const written: string[] = [];
  beforeEach(() => {
    written.length = 0;
    vi.stubEnv('ENVIRONMENT', 'staging');
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  return (name) =>
    written
      .map((text) => JSON.parse(text))
      .filter((line) => name in line)
      .map((line) =>
        Object.fromEntries(
          line._aws.CloudWatchMetrics[0].Dimensions[0]
            .filter((dimension: string) => dimension !== 'Environment')
            .map((dimension: string) => [dimension, line[dimension]]),
        ),
      );
}
