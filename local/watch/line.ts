import type { styleText } from 'node:util';

/** A line of the screen. */
export interface Line {
  readonly text: string;
  /** @default plain */
  readonly style?: Parameters<typeof styleText>[0];
}
