import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import type { FormState } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { refused } from '../../../web/refused.ts';
import { LinkQuery } from '../../statistics/requests.ts';
import { getShownOfLink } from '../../statistics/reading.ts';
import { getSubject } from '../../statistics/subject.ts';
import type { Code } from './code.ts';
import { CodeForm, formFiles, storeLogo, kindOf, KindQuery, stateOfCode, toCodeInput } from './code-form.ts';
import type { Kind } from '../content/content.ts';
import { previewCode } from './preview-code.ts';
import { findLogo } from './queries.ts';
import { getCode } from './get-code.ts';
import { updateCode } from './update-code.ts';
import { codeView } from '../views/code-view.ts';
import { designerView } from '../views/designer-view.ts';
import { previewFigure } from '../views/preview-figure.ts';
import { Id } from '../../owned/api.ts';

const path = '/dashboard/qr/:id';
const drawing = { by: ['account'], calls: 600, within: 300_000 } as const;

/** Pages of a QR code: its image and scans, and the designer for editing it. */
export const oneCodePages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    params: Id,
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
    path: `${path}/edit`,
    access: 'member',
    params: Id,
    query: KindQuery,
    handle: async ({ app, viewer, params, query }) => {
      const code = await getCode(app, viewer, String(params.id));
      const kind = query.type ?? code.content.kind;
      return showDesigner(app, viewer, code, kind, stateOfCode(code, kind));
    },
  }),
  page({
    method: 'POST',
    path: `${path}/edit`,
    access: 'member',
    limit: drawing,
    params: Id,
    body: CodeForm,
    files: formFiles,
    handle: async ({ app, viewer, params, body, files }) => {
      if (body.act === 'preview') {
        const code = await getCode(app, viewer, String(params.id));
        const values = await storeLogo(app, viewer, body, files);
        return showDesigner(app, viewer, code, body.type, { values }, values);
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
    path: `${path}/preview`,
    access: 'member',
    limit: drawing,
    params: Id,
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
  return showDesigner(app, viewer, code, kindOf(body), state);
}

async function showDesigner(
  app: App,
  viewer: Viewer,
  code: Code,
  kind: Kind,
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
