/** What a call is to do: a document to fetch, one at hand, or to be connected with the call that dialled it. */
export type Program =
  | { readonly url: string; readonly method: 'POST' | 'GET' }
  | {
      readonly twiml: string;
      /** What relative URLs in it are relative to. */
      readonly base?: string;
    }
  | {
      /** Runs until the signal is aborted: the call is over or does something else. */
      readonly enter: (signal: AbortSignal) => Promise<void>;
    };
