interface Statement {
  readonly Effect: string;
  readonly Principal: { readonly Service?: string | readonly string[] };
  readonly Action: string | readonly string[];
}

/** The actions that a policy allows to a service of AWS. */
export const allowedTo = (service: string, { Statement }: { readonly Statement: readonly Statement[] }) =>
  Statement.filter(
    ({ Effect, Principal }) =>
      Effect === 'Allow' && [Principal.Service].flat().includes(`${service}.amazonaws.com`),
  ).flatMap(({ Action }) => Action);
