/**
 * Adds an optional filter to a query if its value is given: `query.$call(whenGiven(before, (query, id) =>
 * query.where('post.id', '<', id)))`.
 */
export const whenGiven =
  <Value, Query>(value: Value | undefined, add: (query: Query, value: Value) => Query) =>
  (query: Query): Query =>
    value === undefined ? query : add(query, value);
