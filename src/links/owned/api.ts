import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { App, Ruled, Viewer } from '../../platform/app.ts';
import type { PageNumber, PageOfRows } from '../../platform/database/queries.ts';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import { Answer, listing, Listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import { blankOut, singleRecord, SingleRecord } from '../loose-values.ts';
import { BodyOf, type Fields, fromBody } from './fields.ts';
import { getOwned, type ObjectOf, type OwnedKind, type Stored } from './owned.ts';

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

/** What a record depends on besides its object. */
interface Asked {
  app: App;
  viewer: Viewer;
}

/** `GET /api/pixel/:id`: retrieves an object. */
export const readRoute = <R extends TSchema>(
  declared: Omit<Endpoint<'member', typeof IdParams, undefined, undefined, R>, Given>,
): Endpoint => endpoint({ ...declared, method: 'GET', access: 'member', params: IdParams });

/** `GET /api/pixel/:id` of a kind, by the fields of its record. */
export const readKindRoute = <
  R extends TProperties,
  T extends { id: string; name: string; createdAt: Date },
>({
  kind,
  fields,
  toRecord,
  ...described
}: Described & {
  kind: Stored<T>;
  fields: R;
  toRecord: (found: T, by: Asked) => NoInfer<Static<TObject<R>>>;
}): Endpoint =>
  readRoute({
    ...described,
    returns: Type.Unsafe<unknown>(SingleRecord(fields)),
    handle: async ({ app, viewer, params }) =>
      singleRecord(toRecord(await getOwned(app, viewer, kind, String(params.id)), { app, viewer })),
  });

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

/** What adding and updating an object of declared fields have in common. */
interface KindRoute<F extends Fields, R extends TSchema> extends Described {
  kind: OwnedKind<F>;
  /** The name of the body's schema. */
  title?: string;
  example: Record<string, unknown>;
  returns: R;
  toAnswer: (saved: ObjectOf<F>, by: Asked) => NoInfer<Static<R>>;
}

/** `POST /api/pixel/add` for a kind of declared fields. */
export const addKindRoute = <F extends Fields, R extends TSchema>({
  kind,
  title,
  toAnswer,
  ...described
}: KindRoute<F, R> & { status?: 201 }): Endpoint =>
  addRoute({
    ...described,
    verb: kind.add,
    body: BodyOf(kind.fields, 'new', title),
    handle: async ({ app, viewer, body }) =>
      toAnswer(await kind.add(app, viewer, fromBody(kind.fields, body)), { app, viewer }),
  });

/** `PUT /api/pixel/:id/update` for a kind of declared fields. */
export const updateKindRoute = <F extends Fields, R extends TSchema>({
  kind,
  title,
  toAnswer,
  ...described
}: KindRoute<F, R>): Endpoint =>
  updateRoute({
    ...described,
    verb: kind.update,
    body: BodyOf(kind.fields, 'change', title),
    handle: async ({ app, viewer, params, body }) =>
      toAnswer(await kind.update(app, viewer, String(params.id), fromBody(kind.fields, body)), {
        app,
        viewer,
      }),
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
