import { t, tc } from '../../../web/translation/translate.ts';
import type { Viewer } from '../../../platform/app.ts';
import { hueOf, portrait } from '../../../web/components/people.ts';
import { badge, notice, day } from '../../../web/components/surfaces.ts';
import { button, linkButton, icon } from '../../../web/components/controls.ts';
import { jsonLd, openGraph } from '../../../web/components/open-graph.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { html, type Html, shortNumber } from '../../../web/html.ts';
import { mayManage, pathOfPage, type SocialPage } from '../../access/page.ts';
import { feedLinks } from '../../components/feed-links.ts';
import { short } from '../../text/plain.ts';

export interface PageHeaderContext {
  viewer: Viewer | undefined;
  /** Public URL of Plaza. */
  base: string;
}

/** The header of a page with the viewer's actions. */
export function socialPageHeader(
  page: SocialPage,
  { viewer, base, plans = [] }: PageHeaderContext & { plans?: readonly unknown[] },
): Html {
  const { title, username, category, likes, isVerified, createdAt } = page;
  return html`${shutNotice(page)}
    <header class="profile">
      ${cover(page)}
      <div class="profile-text">
        <div class="profile-row">
          ${portrait({ id: page.id, name: title, portrait: page.portrait }, `/pages/${username}/photo`)}
          <div class="profile-name">
            <h1>${title} ${isVerified && verifiedBadge()} ${badge(t('Page'))}</h1>
            <p>
              @${username}${
                category &&
                html` · <a class="link" href="/pages?category=${category.id}">${category.name}</a>`
              }
            </p>
          </div>
          <div class="profile-actions">
            ${plans.length > 0 && plansButton(page)} ${likeButton(page, viewer)} ${viewer && acts(page, base)}
          </div>
        </div>
        <ul class="profile-facts">
          <li>
            <span
              ><b>${shortNumber(likes)}</b>
              ${t('{likes, plural, one {person likes it} other {people like it}}', { likes })}</span
            >
          </li>
          <li>
            <span
              ><b>${shortNumber(page.posts)}</b>
              ${t('{count, plural, one {post} other {posts}}', { count: page.posts })}</span
            >
          </li>
          <li><span>Joined ${day(createdAt)}</span></li>
        </ul>
      </div>
    </header>`;
}

const plansButton = ({ id, title, role }: SocialPage): Html =>
  linkButton({
    label: role === null ? t('Subscribe') : t('Plans'),
    href: `/plans/page/${id}`,
    icon: 'star',
    kind: role === null ? 'primary' : 'quiet',
    small: true,
    data: {
      'aria-label': role === null ? t('Subscribe to {title}', { title }) : t('Plans of {title}', { title }),
    },
  });

/** Badge of a page or person verified by an operator. */
export const verifiedBadge = () =>
  html`<span class="verified" title="Verified">${icon('badge-check', t('Verified'))}</span>`;

/** The like button, which toggles. Who likes a page is not shown. */
export function likeButton(page: SocialPage, viewer: Viewer | undefined, back = ''): Html | false {
  const { username, isLiked, title } = page;
  if (page.heldAt || page.suspendedAt) return false;
  if (!viewer)
    return linkButton({
      label: t('Like'),
      icon: 'thumbs-up',
      href: `/signin?next=/pages/${username}`,
      kind: 'primary',
    });
  return html`<form class="button-form" action="/pages/${username}/like" method="post">
    <input type="hidden" name="do" value="${isLiked ? 'unlike' : 'like'}" />
    ${back !== '' && html`<input type="hidden" name="back" value="${back}" />`}
    ${button({
      label: isLiked ? t('Liked') : t('Like'),
      icon: isLiked ? 'check' : 'thumbs-up',
      kind: isLiked || back !== '' ? 'quiet' : 'primary',
      small: back !== '',
      data: {
        'aria-label': `${isLiked ? t('Liked') : t('Like')}: ${title}`,
        'aria-pressed': String(isLiked),
      },
    })}
  </form>`;
}

function acts(page: SocialPage, base: string): Html {
  const { id, username, title, role } = page;
  const here = pathOfPage(page);
  return html`${mayManage(page) && linkButton({ label: t('Edit'), href: `${here}/edit`, icon: 'pencil' })}
  ${menu({
    label: t('More about {title}', { title }),
    items: html`<button class="menu-item needs-script" type="button" data-copy="${base}${here}">
        ${icon('link')}<span>Copy link</span>
      </button>
      ${menuLink({ label: t('Invite friends'), href: `${here}/invite`, icon: 'user-plus' })}
      ${role && menuLink({ label: t('Team'), href: `${here}/team`, icon: 'users' })}
      ${role === null && menuLine}
      ${role === null && menuLink({ label: t('Report'), href: `/report?handle=page&id=${id}`, icon: 'flag' })}
      ${role !== null && role !== 'owner' && menuLine}
      ${
        role !== null &&
        role !== 'owner' &&
        menuButton({
          label: t('Leave the team'),
          to: `/pages/${username}/team`,
          fields: { do: 'leave' },
          icon: 'log-out',
          danger: true,
          confirm: t('Leave the team of {title}?', { title }),
        })
      }`,
  })}`;
}

function shutNotice({ heldAt, suspendedAt, suspendedReason }: SocialPage): Html | false {
  if (suspendedAt)
    return notice({
      title: t('This page is suspended'),
      tone: 'danger',
      body: html`<p>Only visible to its team and operators. Reason: ${suspendedReason}</p>`,
    });
  if (heldAt)
    return notice({
      title: t('This page is waiting for review'),
      tone: 'warning',
      body: html`<p>Only visible to its team until then.</p>`,
    });
  return false;
}

/** The cover, or a generated drawing whose color depends on the ID. */
function cover({ id, cover }: SocialPage): Html {
  if (cover !== null)
    return html`<img class="profile-cover" src="${cover}" alt="" width="1200" height="343" />`;
  return html`<svg
    class="profile-cover"
    data-hue="${hueOf(id)}"
    viewBox="0 0 700 200"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
  >
    <rect width="700" height="200" />
    <path d="M-20 160h140V70h90v90h110V30h120v130h80v-60h70v60h150" />
    <circle cx="${520 + (hueOf(id) - 6) * 12}" cy="52" r="13" />
  </svg>`;
}

export type PageTab = 'posts' | 'photos' | 'about' | 'edit' | 'team';

/** The tabs of a page. Its team has additional ones. */
export function pageTabs(page: SocialPage, current: PageTab): Html {
  const here = pathOfPage(page);
  const entry = (tab: PageTab, label: string) => ({
    label,
    href: tab === 'posts' ? here : `${here}/${tab}`,
    current: tab === current,
  });
  return tabs(t('Page sections'), [
    entry('posts', t('Posts')),
    entry('photos', t('Photos')),
    { label: tc('event', 'Events'), href: `/events?page=${page.id}`, current: false },
    ...(page.hasNewsletter || mayManage(page)
      ? [
          {
            label: t('Newsletter'),
            href: `/newsletters${page.hasNewsletter ? '' : '/new'}?page=${page.id}`,
            current: false,
          },
        ]
      : []),
    entry('about', t('About')),
    ...(mayManage(page) ? [entry('edit', t('Edit'))] : []),
    ...(page.role === null ? [] : [entry('team', t('Team'))]),
  ]);
}

export const describe = ({ about, title, category }: SocialPage): string =>
  short(about, 200) || `${title}${category ? `, ${category.name},` : ''} on Plaza`;

/** Open Graph and structured data of a page. */
export function sharing(page: SocialPage, base: string): Html {
  const { title, username, about, website, portrait, cover, likes, createdAt } = page;
  const url = `${base}${pathOfPage(page)}`;
  const image = cover ?? portrait;
  return html`${openGraph({
    type: 'profile',
    site: 'Plaza',
    title,
    description: describe(page),
    url,
    image: image === null ? undefined : { address: image },
  })}
  ${feedLinks(`pages/${username}`, title)}
  ${jsonLd({
    '@type': 'ProfilePage',
    url,
    dateCreated: createdAt.toISOString(),
    mainEntity: {
      '@type': 'Organization',
      '@id': url,
      name: title,
      alternateName: `@${username}`,
      url,
      ...(about && { description: about }),
      ...(portrait !== null && { logo: portrait, image: portrait }),
      ...(website && { sameAs: website }),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/LikeAction',
        userInteractionCount: likes,
      },
    },
  })}`;
}
