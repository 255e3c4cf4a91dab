import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { page, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { type FormState, refused } from '../../web/form.ts';
import { findGrade, getAuditReport, listAudits } from './reports.ts';
import { startAudit, streamAudit } from './run-audit.ts';
import { auditFormView } from './views/audit-form-view.ts';
import { comparisonView, auditHistoryView } from './views/history-view.ts';
import { auditReportView } from './views/report-view.ts';

const anyone = pagesFor('anyone');
const here = '/tools/audit';
const Token = Type.String({ pattern: '^[\\w-]{43}$' });
const Body = Type.Object({ url: Type.String({ maxLength: 2000, default: '' }) });

async function showForm(app: App, viewer: Viewer | undefined, state: FormState) {
  const recent = viewer ? (await listAudits(app, viewer.id)).items.slice(0, 5) : [];
  const { name } = await getSiteSettings(app);
  return auditFormView({ base: app.config.plazaUrl, siteName: name, recent, state });
}

export const auditPages = [
  anyone.get({
    path: here,
    query: Type.Object({ url: Type.Optional(Type.String({ maxLength: 2000 })) }),
    handle: ({ app, viewer, query: { url } }) => showForm(app, viewer, { values: { url } }),
  }),
  anyone.post({
    path: here,
    verb: startAudit,
    body: Body,
    handle: async ({ app, viewer, client, body }) => {
      const audit = await startAudit(app, { viewer, address: client.address }, body.url);
      return redirect(`${here}/${await audit.run()}`);
    },
    again: ({ app, viewer, body }, problem) => showForm(app, viewer, refused(body, problem)),
  }),
  anyone.post({
    path: `${here}/stream`,
    verb: startAudit,
    body: Body,
    handle: async ({ app, viewer, client, body }) => {
      const audit = await startAudit(app, { viewer, address: client.address }, body.url);
      return {
        type: 'application/x-ndjson',
        body: streamAudit(app, audit),
        // Prevents proxies from buffering the stream.
        headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      };
    },
  }),
  pagesFor('member').get({
    path: `${here}/history`,
    query: Type.Object({
      host: Type.Optional(Type.String({ maxLength: 300 })),
      before: Type.Optional(Id),
    }),
    handle: async ({ app, viewer, query }) =>
      auditHistoryView(await listAudits(app, viewer.id, query), query.host),
  }),
  anyone.get({
    path: `${here}/compare`,
    query: Type.Object({ from: Token, to: Token }),
    handle: async ({ app, query: { from, to } }) => {
      const [older, newer] = await Promise.all([getAuditReport(app, from), getAuditReport(app, to)]);
      return comparisonView(older, newer);
    },
  }),
  page({
    method: 'GET',
    path: `${here}/badge/:file`,
    access: 'anyone',
    params: Type.Object({ file: Type.String({ pattern: String.raw`^[^/]{1,300}\.svg$` }) }),
    handle: async ({ app, params: { file } }) => ({
      type: 'image/svg+xml',
      body: badgeSvg((await findGrade(app, file.slice(0, -4).toLowerCase()))?.grade ?? '–'),
      headers: { 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' },
    }),
  }),
  anyone.get({
    path: `${here}/:token`,
    params: Type.Object({ token: Token }),
    handle: async ({ app, viewer, params }) => {
      const stored = await getAuditReport(app, params.token);
      const { host } = new URL(stored.report.url);
      const past = viewer ? (await listAudits(app, viewer.id, { host })).items : [];
      return auditReportView({ stored, past, base: app.config.plazaUrl });
    },
  }),
];

const colors: Readonly<Record<string, string>> = {
  A: '#157f3b',
  B: '#8a6d00',
  C: '#a35200',
  D: '#b3261e',
  F: '#b3261e',
};

/** Returns a badge with the grade, for the audited site to embed. */
function badgeSvg(grade: string): string {
  const color = colors[grade[0] ?? ''] ?? '#5c5c5c';
  const label = `Website audit: ${grade}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="126" height="20" role="img" aria-label="${label}"><title>${label}</title><clipPath id="r"><rect width="126" height="20" rx="4"/></clipPath><g clip-path="url(#r)"><rect width="90" height="20" fill="#333"/><rect x="90" width="36" height="20" fill="${color}"/></g><g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="45" y="14">website audit</text><text x="108" y="14" font-weight="bold">${grade}</text></g></svg>\n`;
}
