import { card, pageHeader } from '../components/surfaces.ts';
import { codeSample } from '../components/code-sample.ts';
import { tabs } from '../components/navigation/tabs.ts';
import { html, type Html, type View } from '../html.ts';
import { t } from '../translation/translate.ts';
import { type SampleLanguage, sampleLanguages } from './samples.ts';
import type { QuickStart, QuickStartStep } from './steps.ts';

/** The first calls of an API, in one of five languages. */
export const quickStartView = (
  { service, base, variable, steps }: QuickStart,
  path: string,
  chosen: SampleLanguage,
): View => ({
  title: t('Quick start'),
  section: 'developers',
  description: t('The first calls of the API in five languages.'),
  canonical: `${base}${path}`,
  body: html`${pageHeader({
    title: t('Quick start'),
    lead: t('The first calls of the API in five languages.'),
  })}
  ${card({
    title: t('Before you begin'),
    body: html`<div class="prose">
      <ul>
        <li>${credentialOf(service)}</li>
        <li>Samples read it from <code>${variable}</code>.</li>
        <li>
          Every operation is in the <a href="/api-docs">reference</a>, in
          <a href="/openapi.json" data-turbo="false">OpenAPI</a> and as a
          <a href="/postman.json" data-turbo="false">Postman collection</a>.
        </li>
        <li>
          Fields may be added to responses and messages without notice, so ignore those you do not know.
        </li>
      </ul>
    </div>`,
  })}
  ${tabs(
    t('Programming language'),
    sampleLanguages.map((language) => ({
      label: language,
      href: language === sampleLanguages[0] ? path : `${path}?in=${language}`,
      current: language === chosen,
    })),
    true,
  )}
  ${steps.map((step) => stepSection(step, chosen))}`,
});

const credentialOf = (service: string): Html =>
  service === 'Hop'
    ? html`Create an API key at <a href="/dashboard/api">API and keys</a>.`
    : html`Get a token by signing in over the API, or connect an app by OAuth.`;

const stepSection = ({ title, method, path, samples }: QuickStartStep, language: SampleLanguage): Html =>
  // No section around them, so that the page sets the space between samples.
  html`<div>
      <h2 lang="en" dir="ltr">${title}</h2>
      <p dir="ltr"><code>${method} ${path}</code></p>
    </div>
    ${codeSample({ title: language, code: samples[language] })}`;
