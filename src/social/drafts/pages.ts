import { ById } from '../../kernel/input.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { deleteDraft } from './delete-draft.ts';
import { listDrafts } from './list-drafts.ts';
import { draftsView } from './views/drafts-view.ts';

export const draftPages = [
  page({
    method: 'GET',
    path: '/drafts',
    access: 'member',
    handle: async ({ app, viewer }) => draftsView(await listDrafts(app, viewer)),
  }),
  page({
    method: 'POST',
    path: '/drafts/:id/delete',
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deleteDraft(app, viewer, params.id);
      return redirect('/drafts', { kind: 'success', text: 'Draft deleted' });
    },
  }),
];
