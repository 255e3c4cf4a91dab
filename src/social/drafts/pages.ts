import { t } from '../../kernel/translation/translate.ts';
import { ById } from '../../kernel/input.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { deleteDraft } from './delete-draft.ts';
import { listDrafts } from './list-drafts.ts';
import { draftsView } from './views/drafts-view.ts';

const member = pagesFor('member');

export const draftPages = [
  member.get({
    path: '/drafts',
    handle: async ({ app, viewer }) => draftsView(await listDrafts(app, viewer)),
  }),
  member.post({
    path: '/drafts/:id/delete',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deleteDraft(app, viewer, params.id);
      return redirect('/drafts', { kind: 'success', text: t('Draft deleted') });
    },
  }),
];
