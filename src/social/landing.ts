import { t } from '../web/translation/translate.ts';
import { avatar, type Person } from '../web/components/avatar.ts';
import { codeSample } from '../web/components/code-sample.ts';
import { icon } from '../web/components/icon.ts';
import {
  callToActionButtons,
  type Feature,
  features,
  finalCallToAction,
  landingHead,
  type LandingOptions,
  landingSection,
  steps,
} from '../web/components/landing.ts';
import { minutesAgo, relativeTime } from '../web/components/time.ts';
import { html, type Html, nothing } from '../web/html.ts';
import type { View } from '../web/view.ts';
import { plaza } from './product.ts';

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

const teo = { id: '27', name: 'Teo Okafor', picture: null };
const iris = { id: '30', name: 'Íris Antunes', picture: null };

/** Hero illustration: posts in an open square, and a machine paying at its entrance. */
function plazaScene(): Html {
  return html`<div class="plaza-scene" aria-hidden="true">
    <svg class="plaza-ground" viewBox="0 0 520 520" preserveAspectRatio="none">
      <path
        d="M60 500V150a96 96 0 0 1 96-96h208a96 96 0 0 1 96 96v208a96 96 0 0 1-96 96H60"
        vector-effect="non-scaling-stroke"
      />
    </svg>
    ${scenePost(teo, 28, t('The harbor radio archive is online: 1968 to 1991, each tape with the weather of its day.'), '24', '3')}
    ${scenePost(iris, 2, t('The fog of March 1974 is my favorite.'), '7', '1')}
    <div class="scene-call">
      <p dir="ltr"><b>GET</b> /citations?type=questions</p>
      <ol>
        <li><i>200</i> 50 questions, with their URLs</li>
      </ol>
    </div>
    <span class="scene-spark"></span>
  </div>`;
}

function scenePost(author: Person, minutes: number, text: string, likes: string, comments: string): Html {
  return html`<div class="scene-post">
    <div class="scene-post-head">
      ${avatar(author, 'small')}
      <p><b>${author.name}</b><br /><small>${minutesAgo(minutes)}</small></p>
    </div>
    <p>${text}</p>
    <p class="scene-post-foot">${icon('heart')} ${likes} ${icon('message-circle')} ${comments}</p>
  </div>`;
}

/** A thread or question on the front page. */
interface FrontEntry {
  title: string;
  href: string;
  author: string;
  replies: number;
  at: Date;
}

/** Current public content for the front page. */
export interface Front {
  threads: readonly FrontEntry[];
  questions: readonly FrontEntry[];
  people: readonly (Person & { username: string })[];
}

/** Current public activity. Empty on a new installation. */
function frontChapter({ threads, questions, people }: Front, now: Date): Html {
  if (threads.length + questions.length === 0) return nothing;
  return landingSection({
    id: 'now',
    title: t('Latest activity'),
    lead: html`The newest public threads, questions and members.
      <a class="link" href="/discover">Explore</a>`,
    body: html`<div class="front">
      ${threads.length > 0 && list(t('Threads'), '/forums', threads, now)}
      ${questions.length > 0 && list(t('Questions'), '/questions', questions, now)}
      ${people.length > 0 && members(people)}
    </div>`,
  });
}

const list = (title: string, href: string, entries: Front['threads'], now: Date): Html =>
  html`<section>
    <h3><a href="${href}">${title}</a></h3>
    <ul class="front-list">
      ${entries.map(
        (entry) =>
          html`<li>
            <a href="${entry.href}" dir="auto">${entry.title}</a>
            <small
              >${entry.author} · ${relativeTime(entry.at, now)} ·
              ${
                href === '/forums'
                  ? t('{count, plural, one {# reply} other {# replies}}', { count: entry.replies })
                  : t('{count, plural, one {# answer} other {# answers}}', { count: entry.replies })
              }</small
            >
          </li>`,
      )}
    </ul>
  </section>`;

const members = (people: Front['people']): Html =>
  html`<section class="front-people">
    <h3>New members</h3>
    <ul>
      ${people.map(
        (person) =>
          html`<li>
            <a href="/@${person.username}"
              >${avatar(person, 'small')}<span dir="auto">${person.name}</span></a
            >
          </li>`,
      )}
    </ul>
  </section>`;
