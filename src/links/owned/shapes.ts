import { Type } from 'typebox';

export const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const Id = Type.Object({ id });

const listed = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Id of the object just deleted. */
  deleted: Type.Optional(id),
};

/** Query of a list page. */
export const ListQuery = Type.Object(listed);
export const SearchQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })), ...listed });
