import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { minutes } from '../../kernel/time.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { pathOf } from '../posts/sharing/path-of.ts';
import { getPostHeader } from '../posts/reading/get-post-header.ts';
import { listSaved } from './list-saved.ts';
import { savePost } from './save-post.ts';
import { unsavePost } from './unsave-post.ts';
import { savedView } from './views/saved-view.ts';

const member = pagesFor('member');

export const savedPages = [
  member.get({
    path: '/saved',
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: 200 })),
      before: Type.Optional(Id),
    }),
    handle: async ({ app, viewer, query: { q = '', before } }) => {
      const posts = await listSaved(app, viewer, { words: q, before });
      return savedView(
        posts,
        { viewer, base: app.config.plazaUrl },
        { words: q, isFirst: before === undefined },
      );
    },
  }),
  member.post({
    path: '/posts/:id/save',
    limit: { by: ['account'], calls: 300, within: minutes(5) },
    params: ById,
    body: Type.Object({ do: Type.Enum(['save', 'unsave'], { default: 'save' }) }),
    handle: async ({ app, viewer, params, body }) => {
      const href = pathOf(await getPostHeader(app, viewer, params.id));
      if (body.do === 'save') {
        await savePost(app, viewer, params.id);
        return redirect(href, { kind: 'success', text: t('Saved') });
      }
      await unsavePost(app, viewer, params.id);
      return redirect('/saved', { kind: 'success', text: t('Removed from saved') });
    },
  }),
];
