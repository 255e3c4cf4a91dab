import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { addLink } from '../links/add-link.ts';
import type { Link } from '../record/link.ts';
import { getLink } from '../record/get-link.ts';
import { updateLink } from '../links/update-link.ts';
import { builderChoices } from './builder-choices.ts';
import { BuilderForm, toBuilderInput } from './builder-form.ts';
import { toState, type BuilderState } from './builder-state.ts';
import { checkAlias } from './check-alias.ts';
import { addressAfter } from './link-form.ts';
import { getState } from './get-state.ts';
import { builderPreview } from './views/builder-preview.ts';
import { builderView } from './views/builder-view.ts';
import { Id, id } from '../owned/api.ts';

/** The link builder pages: the full form to create or edit a link. */
export const builderPages = [
  page({
    method: 'GET',
    path: '/dashboard/links/new',
    access: 'member',
    query: Type.Object({ url: Type.Optional(Type.String({ maxLength: 8192 })) }),
    handle: ({ app, viewer, query }) => showBuilder(app, viewer, { ...toState({ ...query }), spare: 3 }),
  }),
  page({
    method: 'POST',
    path: '/dashboard/links/new',
    access: 'member',
    body: BuilderForm,
    handle: async ({ app, viewer, body }) => {
      if (body.act === 'more') return showMore(app, viewer, body);
      const link = await addLink(app, viewer, toBuilderInput(body));
      return redirect(`/dashboard/links/${link.id}`, { kind: 'success', text: t('Short link created.') });
    },
    again: ({ app, viewer, body }, problem) => showBuilder(app, viewer, toState(body, problem)),
  }),
  page({
    method: 'POST',
    path: '/dashboard/links/preview',
    access: 'member',
    query: Type.Object({ link: Type.Optional(id) }),
    body: BuilderForm,
    handle: async ({ app, viewer, query, body }) => {
      const state = toState(body);
      const own = query.link === undefined ? undefined : String(query.link);
      const existing = own === undefined ? {} : ((await getState(app, viewer, own)).values ?? {});
      return builderPreview({
        hopUrl: app.config.hopUrl,
        state: { ...state, values: { ...state.values, locked: existing.locked, off: existing.off } },
        alias: await checkAlias(app, viewer, body, own),
      });
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/links/:id/edit',
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const link = await getLink(app, viewer, String(params.id));
      const state = await getState(app, viewer, link.id);
      // The form is also shown beside the list, whose own form has fields of the same names.
      return showBuilder(app, viewer, { ...state, idPrefix: 'edit' }, link);
    },
  }),
  page({
    method: 'POST',
    path: '/dashboard/links/:id/edit',
    access: 'member',
    params: Id,
    body: BuilderForm,
    handle: async ({ app, viewer, params, body }) => {
      if (body.act === 'more')
        return showMore(app, viewer, body, await getLink(app, viewer, String(params.id)));
      const link = await updateLink(app, viewer, String(params.id), toBuilderInput(body));
      return redirect(addressAfter(body, link), {
        kind: 'success',
        text: t('Saved. Changes are live.'),
      });
    },
    again: async ({ app, viewer, params, body }, problem) => {
      const link = await getLink(app, viewer, String(params.id));
      const { values = {} } = await getState(app, viewer, link.id);
      const state = toState(body, problem);
      const shown = { ...state.values, locked: values.locked, off: values.off, channels: values.channels };
      return showBuilder(app, viewer, { ...state, values: shown }, link);
    },
  }),
];

/** Shows the form again with more empty rows. Status 422, because nothing was saved. */
async function showMore(app: App, viewer: Viewer, body: Record<string, unknown>, link?: Link): Promise<View> {
  const view = await showBuilder(app, viewer, { ...toState(body), spare: 6 }, link);
  return { ...view, status: 422 };
}

async function showBuilder(app: App, viewer: Viewer, state: BuilderState, link?: Link): Promise<View> {
  return builderView({
    hopUrl: app.config.hopUrl,
    link,
    state,
    choices: await builderChoices(app, viewer),
    alias: undefined,
  });
}
