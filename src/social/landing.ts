import { t } from '../web/translation/translate.ts';
import { avatar, type ShownPerson } from '../web/components/people.ts';
import { icon } from '../web/components/controls.ts';
import type { IconName } from '../web/components/icon-names.ts';
import {
  callToActionButtons,
  features,
  finalCallToAction,
  landingHead,
  landingSection,
} from '../web/components/landing.ts';
import type { LandingFeature, LandingOptions } from '../web/components/landing.ts';
import { relativeTime } from '../web/components/surfaces.ts';
import { shortNumber, html, type Html, nothing, type View } from '../web/html.ts';
import type { SiteSettings } from '../platform/settings/site-settings.ts';
import { plaza } from './product.ts';

const parts = (): readonly LandingFeature[] => [
  {
    icon: 'messages-square',
    title: t('Posts, threads, questions'),
    text: t('Public or friends-only, with photos, hashtags, polls and accepted answers.'),
  },
  {
    icon: 'message-circle',
    title: t('Messages and calls'),
    text: t('Chats with one person or a group, with voice messages and calls.'),
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
    icon: 'shield-check',
    title: t('One set of rules'),
    text: t('People, apps and agents go through the same moderation and limits.'),
  },
  {
    icon: 'heart',
    title: t('No ads, no tracking'),
    text: t('A chronological feed, and a server that belongs to the community.'),
  },
];

interface PlazaLandingOptions extends LandingOptions {
  site: Pick<SiteSettings, 'name' | 'description'>;
  /** The operator’s text. */
  welcome: Html | false;
  front: Front;
  now: Date;
}

/** Plaza’s landing page, for visitors who are not signed in: the community in its own words, posts and faces. */
export function plazaLanding(options: PlazaLandingOptions): View {
  const { site, welcome, front, now, base } = options;
  const { name, description } = site;
  const join = t('Join {name}', { name });
  return {
    title: name,
    description,
    head: landingHead({ base, name, description }),
    shape: 'landing',
    style: 'landing',
    canonical: `${base}/`,
    body: html`<section class="hero">
        <div class="hero-text">
          <h1 dir="auto">${name}</h1>
          <p class="hero-lead" dir="auto">${description}</p>
          ${welcome && html`<div class="hero-welcome">${welcome}</div>`} ${callToActionButtons(options, join)}
          ${faces(front.people)}
        </div>
        ${plazaScene(front.posts, now)}
      </section>
      ${frontChapter(front, now)} ${forumsChapter(front.forums)}
      ${landingSection({
        id: 'parts',
        title: t('What you can do here'),
        lead: html`Building something? <a class="link" href="/developers">For developers and machines</a>`,
        body: features(parts()),
      })}
      ${finalCallToAction(name === plaza().brand.name && plaza().brand, t('There is a place for you.'), options, join)}`,
  };
}

/** The landing page as Markdown. */
export const plazaLandingText = (
  base: string,
  { name, description, welcome }: Pick<SiteSettings, 'name' | 'description' | 'welcome'>,
): string => `# ${name}

${[description, welcome].filter(Boolean).join('\n\n')}

- [Guide for language models](${base}/llms.txt): content to read and cite
- [Discover](${base}/discover): the newest public posts
- [Articles](${base}/articles), [questions](${base}/questions), [forums](${base}/forums) and [glossary](${base}/glossary)
- [API](${base}/openapi.json), [agent authentication](${base}/auth.md)
`;

const faces = (people: Front['people']): Html | false =>
  people.length > 2 &&
  html`<p class="hero-faces">
    <span aria-hidden="true">${people.slice(0, maxFaces).map((person) => avatar(person, 'small'))}</span>
    <small
      >${people
        .slice(0, 2)
        .map(({ name }) => name)
        .join(', ')}
      and others are here</small
    >
  </p>`;

const maxFaces = 6;

/** Hero: an open square with posts of the community. */
const plazaScene = (posts: Front['posts'], now: Date): Html =>
  html`<div class="plaza-scene">
    <svg class="plaza-ground" viewBox="0 0 520 520" preserveAspectRatio="none" aria-hidden="true">
      <path
        d="M60 500V150a96 96 0 0 1 96-96h208a96 96 0 0 1 96 96v208a96 96 0 0 1-96 96H60"
        vector-effect="non-scaling-stroke"
      />
    </svg>
    ${posts.length === 0 && html`<p class="scene-post">Nobody has posted in public yet. Be the first.</p>`}
    ${posts.map(
      ({ author, text, href, at, reactions, comments }) =>
        html`<a class="scene-post" href="${href}">
          <span class="scene-post-head">
            ${avatar(author, 'small')}
            <span><b dir="auto">${author.name}</b><br /><small>${relativeTime(at, now)}</small></span>
          </span>
          <span class="scene-post-text" dir="auto">${text}</span>
          <span class="scene-post-foot">
            ${counted('heart', reactions, t('{count, plural, one {# reaction} other {# reactions}}', { count: reactions }))}
            ${counted('message-circle', comments, t('{count, plural, one {# comment} other {# comments}}', { count: comments }))}
          </span>
        </a>`,
    )}
  </div>`;

const counted = (image: IconName, count: number, label: string): Html =>
  html`${icon(image)} <span aria-hidden="true">${shortNumber(count)}</span>
    <span class="visually-hidden">${label}</span>`;

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
  /** Posts that people reacted to, at most two. */
  posts: readonly {
    author: ShownPerson;
    text: string;
    href: string;
    at: Date;
    reactions: number;
    comments: number;
  }[];
  forums: readonly { title: string; description: string; href: string }[];
  threads: readonly FrontEntry[];
  questions: readonly FrontEntry[];
  people: readonly (ShownPerson & { username: string })[];
}

const forumsChapter = (forums: Front['forums']): Html | false =>
  forums.length > 0 &&
  landingSection({
    id: 'forums',
    title: t('Forums'),
    lead: t('What people talk about here.'),
    body: html`<ul class="front-forums">
      ${forums.map(
        ({ title, description, href }) =>
          html`<li>
            <a href="${href}" dir="auto"><b>${title}</b> <small>${description}</small></a>
          </li>`,
      )}
    </ul>`,
  });

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
