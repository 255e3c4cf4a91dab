import type { Static } from 'typebox';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { IdParams, SearchQuery } from '../owned/api.ts';
import { ownedMenuPage } from '../owned/menu.ts';
import { deletionPages } from '../owned/pages.ts';
import { getShownOfLink } from '../statistics/reading.ts';
import { LinkQuery } from '../statistics/requests.ts';
import { getSubject } from '../statistics/subject.ts';
import {
  CodeForm,
  formFiles,
  kindOf,
  KindQuery,
  previewCode,
  stateOfCode,
  stateOfNew,
  storeLogo,
  toCodeInput,
} from './code-form.ts';
import { type QrCode, findLogo, getCode, listCodes } from './code.ts';
import { addCode, deleteCode, restoreCode, updateCode } from './codes.ts';
import type { CodeKind } from './content/content.ts';
import { codeActs, codesView, codeView } from './views/codes.ts';
import { previewFigure } from './views/design-fields.ts';
import { designerView } from './views/designer.ts';

const path = '/dashboard/qr';
const perPage = 25;

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
    verb: previewCode,
    access: 'member',
    query: KindQuery,
    handle: ({ app, viewer, query: { type = 'link', url } }) =>
      showDesigner(app, viewer, type, stateOfNew(type, url)),
  }),
  page({
    method: 'POST',
    path: `${path}/new`,
    verb: addCode,
    access: 'member',
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
    verb: previewCode,
    access: 'member',
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
  kind: CodeKind,
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

const codePath = '/dashboard/qr/:id';

/** Pages of a QR code: its image and scans, and the designer for editing it. */
export const oneCodePages = [
  ownedMenuPage({
    path,
    section: 'qr',
    title: () => t('QR codes'),
    row: async (app, viewer, id) => {
      const { name } = await getCode(app, viewer, id);
      return { id, name, entries: codeActs };
    },
  }),
  page({
    method: 'GET',
    path: codePath,
    access: 'member',
    params: IdParams,
    query: LinkQuery,
    handle: async ({ app, viewer, params, query }) => {
      const code = await getCode(app, viewer, String(params.id));
      const subject = await getSubject(app, viewer, code.id);
      const statistics = await getShownOfLink(app, code, query);
      return codeView({ hopUrl: app.config.hopUrl, now: app.clock.now(), code, subject, statistics });
    },
  }),
  page({
    method: 'GET',
    path: `${codePath}/edit`,
    verb: previewCode,
    access: 'member',
    params: IdParams,
    query: KindQuery,
    handle: async ({ app, viewer, params, query }) => {
      const code = await getCode(app, viewer, String(params.id));
      const kind = query.type ?? code.content.kind;
      return showCodeDesigner(app, viewer, code, kind, stateOfCode(code, kind));
    },
  }),
  page({
    method: 'POST',
    path: `${codePath}/edit`,
    verb: updateCode,
    access: 'member',
    params: IdParams,
    body: CodeForm,
    files: formFiles,
    handle: async ({ app, viewer, params, body, files }) => {
      if (body.act === 'preview') {
        const code = await getCode(app, viewer, String(params.id));
        const values = await storeLogo(app, viewer, body, files);
        return showCodeDesigner(app, viewer, code, body.type, { values }, values);
      }
      const code = await updateCode(app, viewer, String(params.id), toCodeInput(body, files));
      const text = code.isDynamic
        ? t('Saved. Scans use the new content immediately.')
        : t('Saved. Codes already printed do not change.');
      return redirect(`/dashboard/qr/${code.id}`, { kind: 'success', text });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showAgain(app, viewer, String(params.id), body, refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: `${codePath}/preview`,
    verb: previewCode,
    access: 'member',
    params: IdParams,
    body: CodeForm,
    files: formFiles,
    handle: async ({ app, viewer, params, body, files }) => {
      const code = await getCode(app, viewer, String(params.id));
      const before = { ...code, logo: (await findLogo(app, code.id)) ?? null };
      return previewFigure(await previewCode(app, viewer, toCodeInput(body, files), before));
    },
  }),
];

async function showAgain(
  app: App,
  viewer: Viewer,
  id: string,
  body: Record<string, unknown>,
  state: FormState,
): Promise<View> {
  const code = await getCode(app, viewer, id);
  return showCodeDesigner(app, viewer, code, kindOf(body), state);
}

async function showCodeDesigner(
  app: App,
  viewer: Viewer,
  code: QrCode,
  kind: CodeKind,
  state: FormState,
  typed: CodeForm = { ...state.values, type: kind },
): Promise<View> {
  const address = `/dashboard/qr/${code.id}`;
  const logo = (await findLogo(app, code.id)) ?? null;
  return designerView({
    title: t('Edit QR code'),
    action: `${address}/edit`,
    previewAt: `${address}/preview`,
    above: [
      { label: t('QR codes'), href: '/dashboard/qr' },
      { label: code.name, href: address },
      { label: t('Edit') },
    ],
    kind,
    kindAt: (kind) => `${address}/edit?type=${kind}`,
    state,
    preview: await previewCode(app, viewer, toCodeInput(typed, []), { ...code, logo }),
    logo: logo ?? undefined,
    isFingerprinted: true,
    isDynamic: code.isDynamic,
    cancelTo: address,
  });
}
