import { TurnTimes } from '../../lambdas/conversation/turns/turn-times.ts';

/** Measures a turn as the function of conversations does, with nothing between its moments. */
export function handler(): void {
  const times = new TurnTimes(new Date(), () => new Date());
  times.modelAsked([]);
  times.tokenCame();
  times.textSent();
  times.modelAnswered({ failed: false });
  times.emit({ interrupted: false, tokens: 812 });
}
