import { type Static, type TSchema, Type } from 'typebox';
import type { App, Ruled, Viewer } from '../../platform/app.ts';
import type { PageNumber, PageOfRows } from '../../platform/database/queries.ts';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import { Answer, listing, Listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import { blankOut } from '../loose-values.ts';

export const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const IdParams = Type.Object({ id });

const listed = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Id of the object just deleted. */
  deleted: Type.Optional(id),
};

/** Query of a list page. */
export const ListQuery = Type.Object(listed);
export const SearchQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })), ...listed });

const SearchedPaging = Type.Object({
  ...Paging,
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Extension. Part of the name' })),
});

type Given = 'method' | 'access' | 'params';
type Described = Pick<Endpoint, 'path' | 'summary' | 'description' | 'tag'>;

export const Message = Answer({ message: Type.String() });

/** `GET /api/tags`: lists objects with pagination. */
export const listRoute = <S extends TSchema, T>({
  key,
  record,
  list,
  toRecord,
  searches = false,
  ...described
}: Described & {
  /** Whether the list can be searched by name. */
  searches?: boolean;
  /** Name of the list in the response. */
  key: string;
  record: S;
  list: (app: App, viewer: Viewer, page: PageNumber & { search?: string }) => Promise<PageOfRows<T>>;
  toRecord: (row: T, by: { app: App; viewer: Viewer }) => Static<S>;
}): Endpoint =>
  endpoint({
    ...described,
    method: 'GET',
    access: 'member',
    query: searches ? SearchedPaging : Type.Object(Paging),
    returns: Listing(key, record),
    handle: async ({ app, viewer, query: { page = 1, limit, ...query } }) => {
      const perPage = perPageOf(limit);
      const search = 'q' in query ? String(query.q).trim() : '';
      const { rows, total } = await list(app, viewer, { page, perPage, search });
      const records = rows.map((row) => toRecord(row, { app, viewer }));
      return listing(key, records, { page, perPage, total });
    },
  });

/** `GET /api/pixel/:id`: retrieves an object. */
export const readRoute = <R extends TSchema>(
  declared: Omit<Endpoint<'member', typeof IdParams, undefined, undefined, R>, Given>,
): Endpoint => endpoint({ ...declared, method: 'GET', access: 'member', params: IdParams });

/** `POST /api/pixel/add`: creates an object. */
export const addRoute = <B extends TSchema, R extends TSchema>(
  declared: Omit<Endpoint<'member', undefined, undefined, B, R>, Given>,
): Endpoint =>
  endpoint<'member', R, undefined, undefined, B>({
    tidy: blankOut,
    ...declared,
    method: 'POST',
    access: 'member',
  });

/** `PUT /api/pixel/:id/update`: updates the given fields of an object. */
export const updateRoute = <B extends TSchema, R extends TSchema>(
  declared: Omit<Endpoint<'member', typeof IdParams, undefined, B, R>, Given>,
): Endpoint =>
  endpoint<'member', R, typeof IdParams, undefined, B>({
    tidy: blankOut,
    ...declared,
    method: 'PUT',
    access: 'member',
    params: IdParams,
  });

/** `DELETE /api/pixel/:id/delete`: deletes an object and confirms it. */
export const deleteRoute = ({
  remove,
  message,
  ...described
}: Described & {
  remove: ((app: App, viewer: Viewer, id: string) => Promise<unknown>) & Ruled;
  message: string;
}): Endpoint =>
  endpoint({
    ...described,
    method: 'DELETE',
    access: 'member',
    verb: remove,
    params: IdParams,
    returns: Message,
    handle: async ({ app, viewer, params: { id } }) => {
      await remove(app, viewer, String(id));
      return { message };
    },
  });
