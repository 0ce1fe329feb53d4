import spec from '../openapi.json' with { type: 'json' };

/** A page for each group of operations: one page of all would be five megabytes. */
export default {
  paths: () => spec.tags.map(({ name }) => ({ params: { group: name } })),
};
