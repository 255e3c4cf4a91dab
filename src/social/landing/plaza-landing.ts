import { t } from '../../kernel/translation/translate.ts';
import { codeSample } from '../../web/components/code-sample.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import {
  landingSection,
  finalCallToAction,
  features,
  landingHead,
  steps,
  callToActionButtons,
  type Feature,
  type LandingOptions,
} from '../../web/components/landing.ts';
import { plaza } from '../product.ts';
import type { Front } from './front.ts';
import { frontChapter } from './front-view.ts';
import { plazaScene } from './plaza-scene.ts';

const parts = (): readonly Feature[] => [
  {
    icon: 'messages-square',
    title: t('Posts, threads, questions'),
    text: t('Public or friends-only, with photos, hashtags, polls and accepted answers.'),
  },
  {
    icon: 'shield-check',
    title: t('One set of rules'),
    text: t('People, apps and agents go through the same moderation and limits.'),
  },
  {
    icon: 'users',
    title: t('Pages for groups and shops'),
    text: t('Teams post as a page, with roles for each member.'),
  },
  {
    icon: 'search',
    title: t('Search and trends'),
    text: t('Posts, people, questions and articles in one search, and what people are talking about now.'),
  },
  {
    icon: 'book-open',
    title: t('Made to be cited'),
    text: t('Permalinks, structured data and feeds that search engines and AI assistants can cite.'),
  },
  {
    icon: 'code',
    title: t('Open to your own apps'),
    text: t('A REST API described in OpenAPI, with signed keys for apps and tokens for people.'),
  },
];

const description = () => t('A social network your community hosts itself, by its own rules.');

interface PlazaLandingOptions extends LandingOptions {
  front: Front;
  now: Date;
  /** Formatted prices per call for programs. Empty if nothing is sold. */
  prices: readonly (readonly [what: string, price: string])[];
}

/** Plaza's landing page, for visitors who are not signed in. */
export function plazaLanding(options: PlazaLandingOptions): View {
  return {
    title: t('Plaza'),
    description: description(),
    head: landingHead({ base: options.base, name: 'Plaza', description: description() }),
    shape: 'landing',
    style: 'landing',
    canonical: `${options.base}/`,
    body: html`<section class="hero">
        <div class="hero-text">
          <h1>A town square owned by the town</h1>
          <p class="hero-lead">
            Plaza is a social network your community hosts itself: posts, forums, questions and articles, by
            your own rules.
          </p>
          ${callToActionButtons(options, t('Join this Plaza'))}
        </div>
        ${plazaScene()}
      </section>
      ${frontChapter(options.front, options.now)}
      ${landingSection({
        id: 'readers',
        title: t('Made for people and machines'),
        lead: t(
          'Public content is readable by people and programs alike. What you share with friends stays with friends.',
        ),
        body: readers(options.prices),
      })}
      ${landingSection({
        id: 'parts',
        title: t('All of a social network, without a landlord'),
        lead: t('One system on one server, with its own database. No cloud required.'),
        body: features(parts()),
      })}
      ${landingSection({
        id: 'api',
        title: t('An API for everything'),
        lead: html`Apps read, post and reply by the same rules as people. The
          <a class="link" href="/api-docs">API reference</a> is part of every Plaza.`,
        body: codeSample({ title: t('What programs read'), code: sample(options.base), copy: false }),
      })}
      ${landingSection({
        id: 'start',
        title: t('Run your own'),
        lead: t('A running network in the time it takes to make coffee.'),
        body: steps([
          { title: t('Download'), text: html`Clone the repository onto any Linux server with Node.js.` },
          {
            title: t('Start'),
            text: html`<code>npm start</code> brings its own database and opens both services.`,
          },
          {
            title: t('Make it yours'),
            text: t('The first account becomes the operator. Invite people and write your rules.'),
          },
        ]),
      })}
      ${finalCallToAction(plaza().brand, t('Give your community a place of its own.'), options, t('Join this Plaza'))}`,
  };
}

function readers(prices: PlazaLandingOptions['prices']): Html {
  return html`<div class="readers">
    <div>
      <h3>People</h3>
      <p class="readers-price">Free</p>
      <p>No ads, no tracking, and a chronological feed.</p>
    </div>
    <div>
      <h3>Programs</h3>
      <table class="price-list">
        <caption class="visually-hidden">
          What programs read, and where
        </caption>
        <tbody>
          ${documents().map(
            ([what, where]) =>
              html`<tr>
                <th scope="row">${what}</th>
                <td>${where}</td>
              </tr>`,
          )}
          ${prices.map(
            ([what, price]) =>
              html`<tr>
                <th scope="row">${what}</th>
                <td>${price}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p>
        <small
          >Public pages only, as allowed in robots.txt.
          ${prices.length > 0 && html`<a class="link" href="/developers/paid">All paid calls</a>`}</small
        >
      </p>
    </div>
  </div>`;
}

const documents = () =>
  [
    ['questions, terms and articles to cite', '/citations'],
    [t('RSS, Atom and JSON feeds'), '/feeds'],
    ['every public page as Markdown', 'Accept: text/markdown'],
    ['the API', '/openapi.json'],
  ] as const;

function sample(base: string): string {
  return `# The newest answered questions, with their addresses
curl '${base}/citations?type=questions&solved=1'

# A public page as Markdown
curl -H 'Accept: text/markdown' ${base}/trending`;
}

/** The landing page as Markdown. */
export const plazaLandingText = (base: string): string => `# Plaza

${description()}

- [Guide for language models](${base}/llms.txt): content to read and cite
- [Discover](${base}/discover): the newest public posts
- [Articles](${base}/articles), [questions](${base}/questions), [forums](${base}/forums) and [glossary](${base}/glossary)
- [API](${base}/openapi.json), [agent authentication](${base}/auth.md)
`;
