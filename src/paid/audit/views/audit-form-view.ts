import { button, linkButton, icon } from '../../../web/components/controls.ts';
import { card, pageHeader } from '../../../web/components/surfaces.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { openGraph } from '../../../web/components/open-graph.ts';
import { bind, errorSummary, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { PastAudit } from '../reports.ts';
import { auditList } from './history-view.ts';

interface Options {
  base: string;
  siteName: string;
  recent: readonly PastAudit[];
  state: FormState;
}

const description =
  'Check a website’s encryption, security headers, protocols, SEO and readiness for AI agents, with a fix for each finding.';

/** The form for a website's address, and a description of the checks. */
export const auditFormView = ({ base, siteName, recent, state }: Options): View => ({
  title: 'Website audit',
  section: 'tools',
  style: 'tools',
  description,
  canonical: `${base}/tools/audit`,
  head: openGraph({
    site: siteName,
    title: 'Website audit',
    description,
    url: `${base}/tools/audit`,
    type: 'website',
  }),
  body: html`${pageHeader({ title: 'Website audit', lead: description })} ${card({ body: auditForm(state) })}
  ${
    recent.length > 0 &&
    card({
      title: 'Your recent audits',
      actions: linkButton({ label: 'All audits', href: '/tools/audit/history', small: true }),
      flush: true,
      body: auditList(recent),
    })
  }
  ${card({ title: 'What is checked', body: whatIsChecked() })}`,
});

const steps = [
  ['tls', 'Encryption', 'Certificate, TLS versions and ciphers, HTTP to HTTPS redirect, mixed content'],
  ['headers', 'Security headers', 'Mozilla’s HTTP Observatory: CSP, HSTS, cookies, CORS, framing and more'],
  ['protocol', 'Protocol and compression', 'HTTP/2, HTTP/3, compression, caching, time to first byte'],
  [
    'seo',
    'Search engines',
    'Lighthouse’s SEO checks: indexing, titles, links, images, canonical URLs, sitemap',
  ],
  ['agents', 'AI agents', 'robots.txt, llms.txt, Markdown, crawlers, and discovery documents for agents'],
] as const;

const whatIsChecked = () =>
  html`<ul class="audit-topics">
      ${steps.map(([, title, about]) => html`<li><strong>${title}</strong><span>${about}</span></li>`)}
    </ul>
    <p class="quiet">
      An audit sends about forty requests within 20 seconds as <code>PlazaAudit</code>. Sites can opt out in
      robots.txt by that name.
    </p>`;

const auditForm = (state: FormState): Html =>
  html`<form
    class="form"
    action="/tools/audit"
    method="post"
    novalidate
    data-controller="audit"
    data-audit-stream-value="/tools/audit/stream"
  >
    ${errorSummary(state)}
    <div class="audit-entry">
      ${textField({
        ...bind(state)('url'),
        label: 'Website',
        type: 'text',
        inputmode: 'url',
        placeholder: 'example.com',
        autocomplete: 'url',
        maxlength: 2000,
        hint: 'The URL of any public page.',
      })}
      ${button({ label: 'Run audit', kind: 'primary', icon: 'gauge', busyLabel: 'Auditing' })}
    </div>
    <div class="audit-progress" data-audit-target="progress" hidden aria-live="polite">
      <progress max="${steps.length}" value="0" aria-label="Audit"></progress>
      <ol>
        ${steps.map(
          ([id, title]) =>
            html`<li data-category="${id}">
              ${icon('circle-dashed')}<span>${title}</span><span class="audit-step-score"></span>
            </li>`,
        )}
      </ol>
    </div>
  </form>`;
