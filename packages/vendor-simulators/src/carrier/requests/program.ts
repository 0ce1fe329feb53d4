/** The instructions of a call: a document to fetch, a given one, or a connection with the dialling call. */
export type Program =
  | {
      readonly url: string;
      /** Parameters of the request besides those of every request about a call. @default none */
      readonly params?: Readonly<Record<string, string>>;
    }
  | {
      readonly twiml: string;
      readonly base?: string;
    }
  | {
      /** Runs until the signal aborts: the call is over or redirected. */
      readonly enter: (signal: AbortSignal) => Promise<void>;
    };
