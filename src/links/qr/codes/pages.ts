import { t } from '../../../kernel/translation/translate.ts';
import type { Static } from 'typebox';
import type { App } from '../../../platform/app.ts';
import type { FormState } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { refused } from '../../../web/refused.ts';
import { deletionPages } from '../../owned/pages.ts';
import { SearchQuery } from '../../owned/api.ts';
import { addCode } from './add-code.ts';
import { CodeForm, formFiles, storeLogo, kindOf, KindQuery, stateOfNew, toCodeInput } from './code-form.ts';
import type { Kind } from '../content/content.ts';
import { deleteCode } from './delete-code.ts';
import { listCodes } from './list-codes.ts';
import { previewCode } from './preview-code.ts';
import { restoreCode } from './restore-code.ts';
import { codesView } from '../views/codes-view.ts';
import { designerView } from '../views/designer-view.ts';
import { previewFigure } from '../views/preview-figure.ts';

const path = '/dashboard/qr';
const perPage = 25;

/** Previews are requested several times per second during typing. Each is drawn and decoded. */
const drawing = { by: ['account'], calls: 600, within: 300_000 } as const;

/** The list of QR codes, and the designer for a new one. */
export const codePages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    query: SearchQuery,
    handle: ({ app, viewer, query }) => showList(app, viewer, query),
  }),
  page({
    method: 'GET',
    path: `${path}/new`,
    access: 'member',
    query: KindQuery,
    handle: ({ app, viewer, query: { type = 'link', url } }) =>
      showDesigner(app, viewer, type, stateOfNew(type, url)),
  }),
  page({
    method: 'POST',
    path: `${path}/new`,
    access: 'member',
    limit: drawing,
    body: CodeForm,
    files: formFiles,
    handle: async ({ app, viewer, body, files }) => {
      if (body.act === 'preview') {
        const values = await storeLogo(app, viewer, body, files);
        return showDesigner(app, viewer, body.type, { values }, values);
      }
      const code = await addCode(app, viewer, toCodeInput(body, files));
      return redirect(`${path}/${code.id}`, {
        kind: 'success',
        text: t('“{name}” created and verified as readable.', { name: code.name }),
      });
    },
    again: ({ app, viewer, body }, problem) =>
      showDesigner(app, viewer, kindOf(body), refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: `${path}/preview`,
    access: 'member',
    limit: drawing,
    body: CodeForm,
    files: formFiles,
    handle: async ({ app, viewer, body, files }) =>
      previewFigure(await previewCode(app, viewer, toCodeInput(body, files))),
  }),
  ...deletionPages(path, { remove: deleteCode, restore: restoreCode }, ({ name }) =>
    t('“{name}” restored.', { name }),
  ),
];

async function showList(app: App, viewer: Viewer, query: Static<typeof SearchQuery>): Promise<View> {
  const { page = 1, q, deleted } = query;
  const search = q?.trim();
  const { rows: codes, total } = await listCodes(app, viewer, { page, perPage, search });
  const { hopUrl } = app.config;
  return codesView({ hopUrl, now: app.clock.now(), codes, total, page, perPage, search, deletedId: deleted });
}

/** `typed` is what the preview shows. Defaults to the form state. */
async function showDesigner(
  app: App,
  viewer: Viewer,
  kind: Kind,
  state: FormState,
  typed: CodeForm = { ...state.values, type: kind },
): Promise<View> {
  return designerView({
    title: t('New QR code'),
    action: `${path}/new`,
    previewAt: `${path}/preview`,
    above: [{ label: t('QR codes'), href: path }, { label: t('New') }],
    kind,
    kindAt: (kind) => `${path}/new?type=${kind}`,
    state,
    preview: await previewCode(app, viewer, toCodeInput(typed, [])),
    logo: undefined,
    cancelTo: path,
  });
}
