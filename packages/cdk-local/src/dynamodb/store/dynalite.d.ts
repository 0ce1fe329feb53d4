// dynalite has no types. These are the inputs and outputs of its operation modules; `store` is their store (see
// buffered-store.ts).

declare module 'dynalite/actions/*' {
  const action: (
    store: object,
    data: Record<string, unknown>,
    callback: (error: unknown, result?: unknown) => void,
  ) => void;
  export default action;
}

declare module 'dynalite/validations/*' {
  const validation: { types: object; custom?: (data: object, store: object) => string | undefined };
  export default validation;
}

declare module 'dynalite/validations/index.js' {
  const validations: {
    checkTypes(data: object, types: object): Record<string, unknown>;
    checkValidations(data: object, types: object, custom: unknown, store: object): void;
  };
  export default validations;
}

declare module 'dynalite/db/index.js' {
  const db: {
    itemSize(item: object): number;
    createKey(item: object, table: object, keySchema?: unknown): string;
    getIndexActions(
      indexes: readonly object[],
      existingItem: object | null,
      item: object,
      table: object,
    ): { puts: { index: string; key: string; item: Record<string, unknown> }[] };
  };
  export default db;
}
