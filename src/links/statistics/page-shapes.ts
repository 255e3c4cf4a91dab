import { Type } from 'typebox';
import { dimensions } from '../clicks/roll-ups.ts';
import { RangeQuery } from './range.ts';

export const Id = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
export const By = Type.Enum(dimensions);

/** A part of a page that is fetched anew: what its reader has seen already. */
export const SeenQuery = Type.Object({
  ...RangeQuery.properties,
  seen: Type.Optional(Type.String({ maxLength: 20 })),
});
export const PagedQuery = Type.Object({
  ...RangeQuery.properties,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
});
export const CsvQuery = Type.Object({ ...RangeQuery.properties, by: Type.Optional(By) });
