export const REPORTERS = ['text', 'junit', 'json', 'github'] as const;
export type Reporter = (typeof REPORTERS)[number];
