import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/refused.ts';
import { addTag } from './add-tag.ts';
import { deleteTag } from './delete-tag.ts';
import { listTags } from './list-tags.ts';
import { readTag } from './queries.ts';
import { restoreTag } from './restore-tag.ts';
import { updateTag } from './update-tag.ts';
import { tagFormView } from './views/tag-form-view.ts';
import { tagsView } from './views/tags-view.ts';

const path = '/dashboard/tags';
const perPage = 50;
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Object({ id });
const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** The tag just deleted. */
  deleted: Type.Optional(id),
});
const TagForm = Type.Object({ name: Type.String(), color: Type.Optional(Type.String()) });

/** The list of tags, and the forms in which they are made and changed. */
export const tagPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    query: PageQuery,
    handle: ({ app, viewer, query }) => showList(app, viewer, query),
  }),
  page({
    method: 'POST',
    path,
    access: 'member',
    body: TagForm,
    handle: async ({ app, viewer, body }) => {
      const { name } = await addTag(app, viewer, body);
      return redirect(path, { kind: 'success', text: `“${name}” is made.` });
    },
    again: ({ app, viewer, body }, problem) => showList(app, viewer, {}, refused(body, problem)),
  }),
  page({
    method: 'GET',
    path: `${path}/:id/edit`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const tag = await readTag(app, viewer, String(params.id));
      return tagFormView(tag, { values: { name: tag.name, color: tag.color } });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/edit`,
    access: 'member',
    params: Id,
    body: TagForm,
    handle: async ({ app, viewer, params, body }) => {
      await updateTag(app, viewer, String(params.id), body);
      return redirect(path, { kind: 'success', text: 'Saved.' });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      tagFormView(await readTag(app, viewer, String(params.id)), refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: `${path}/:id/delete`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      await deleteTag(app, viewer, String(params.id));
      return redirect(`${path}?deleted=${params.id}`);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/restore`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const { name } = await restoreTag(app, viewer, String(params.id));
      return redirect(path, { kind: 'success', text: `“${name}” is back.` });
    },
  }),
];

async function showList(
  app: App,
  viewer: Viewer,
  { page = 1, deleted }: Static<typeof PageQuery>,
  maker: FormState = {},
): Promise<View> {
  const { tags, total } = await listTags(app, viewer, { page, perPage });
  return tagsView({ tags, total, page, perPage, maker, deletedId: deleted });
}
