import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { redirect } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import { deletionOf, deletionPages } from '../owned/pages.ts';
import { getOwned } from '../owned/owned.ts';
import { Id, ListQuery } from '../owned/api.ts';
import { addTag, listTags, ownedTags, updateTag } from './tags.ts';
import { tagFormView, tagsView } from './components.ts';

const path = '/dashboard/tags';
const perPage = 50;
const TagForm = Type.Object({ name: Type.String(), color: Type.Optional(Type.String()) });

/** The list of tags, and the forms that create and edit them. */
export const tagPages = [
  ...formPages({
    path,
    verb: addTag,
    query: ListQuery,
    body: TagForm,
    show: ({ app, viewer, query }, state) => showList(app, viewer, query, state),
    save: async ({ app, viewer, body }) => {
      const { name } = await addTag(app, viewer, body);
      return redirect(path, { kind: 'success', text: `“${name}” created.` });
    },
  }),
  ...formPages({
    path: `${path}/:id/edit`,
    verb: updateTag,
    params: Id,
    body: TagForm,
    show: async ({ app, viewer, params }, state) => {
      const tag = await getOwned(app, viewer, ownedTags, String(params.id));
      return tagFormView(tag, state ?? { values: { name: tag.name, color: tag.color } });
    },
    save: async ({ app, viewer, params, body }) => {
      await updateTag(app, viewer, String(params.id), body);
      return redirect(path, { kind: 'success', text: t('Saved.') });
    },
  }),
  ...deletionPages(path, deletionOf(ownedTags), ({ name }) => t('“{name}” restored.', { name })),
];

async function showList(
  app: App,
  viewer: Viewer,
  { page = 1, deleted }: Static<typeof ListQuery> = {},
  form: FormState = {},
): Promise<View> {
  const listed = await listTags(app, viewer, { page, perPage });
  return tagsView({ ...listed, page, perPage, form, deletedId: deleted });
}
